import { spawn } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { root } from '../../lib/checkout.mjs';
import { startChromium } from '../../lib/chromium.mjs';
import { end, newFolder } from '../../lib/processes.mjs';
import { until } from '../../lib/until.mjs';
import { median, rounded } from '../lib/statistics.mjs';

const max = { page: 1, service: 2, test: 5, watch: 2 };
const timing = { withinMs: 120_000, intervalMs: 20 };

const component = 'web/src/features/public/contact/contact-form.tsx';
const service = 'services/content/src/posts/post-revisions.ts';
const contract = 'proto/content/v1/faqs.proto';
const testFile = 'services/auth/src/passwords/password-strength.test.ts';

const secondsSince = (at) => (performance.now() - at) / 1_000;

/** Always starts from the original; `restore` reverts the edits. */
class Edits {
  #originals = new Map();

  edit(file, from, to) {
    const path = join(root, file);
    if (!this.#originals.has(path)) this.#originals.set(path, readFileSync(path, 'utf8'));
    const text = this.#originals.get(path);
    if (!text.includes(from)) throw new Error(`${file} has no ${from}`);
    writeFileSync(path, text.replace(from, to));
  }

  restore() {
    for (const [path, text] of this.#originals) writeFileSync(path, text);
  }
}

/**
 * Returns the median seconds from a save until it is visible.
 * @param change (word) => saves a file with it
 * @param shows (word) => waits
 */
async function savesToVisible(args, change, shows) {
  const seconds = [];
  for (const word of args) {
    const at = performance.now();
    change(word);
    await shows(word);
    seconds.push(secondsSince(at));
  }
  return median(seconds);
}

/** @returns a function that resolves with the next result of `npm test -- …` */
function runTests(args, defer) {
  const child = spawn(process.execPath, [join(root, 'scripts/test.mjs'), ...args], {
    cwd: root,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  defer(() => end(child));
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (printed += text));
  return async () => {
    await until('a result of the test', () => /^Ran all test suites/m.test(printed), timing);
    if (/^FAIL\b/m.test(printed)) throw new Error(`the test failed:\n${printed}`);
    printed = '';
    return child;
  };
}

export const benchmark = {
  name: 'inner-loop',
  title: 'npm run dev: startup, and from a save until it is visible; one test cold and in watch mode',
  goal: `page ≤ ${max.page} s, service ≤ ${max.service} s, test ≤ ${max.test} s, in watch mode ≤ ${max.watch} s`,
  limitMinutes: 20,

  async run({ quick, product: lend, defer, log }) {
    const args = quick ? ['one'] : ['one', 'two', 'three'];
    const edits = new Edits();
    process.once('exit', () => edits.restore());
    defer(async () => edits.restore());
    const dataDir = newFolder('bench-dev');
    defer(async () => rmSync(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 }));
    const dev = { fresh: true, dataDir, command: 'dev', extraArgs: ['--no-types'] };
    const first = await lend(dev);
    await first.stop();
    const startedAt = performance.now();
    const product = await lend(dev);
    const metrics = { start: secondsSince(startedAt) };
    log(`npm run dev is up after ${metrics.start.toFixed(1)} s`);

    const browser = await startChromium(['--disable-gpu']);
    defer(() => browser.close());
    const page = await browser.newPage();
    await page.goto(`${product.url.replace('127.0.0.1', 'localhost')}/contact`);
    await page.getByLabel('Full name').fill('Zed');
    metrics.page = await savesToVisible(
      args,
      (word) => edits.edit(component, 'strings.submitting : strings.submitFeedback', `strings.submitting : '${word}'`),
      (word) => page.getByRole('button', { name: word }).waitFor(),
    );
    if ((await page.getByLabel('Full name').inputValue()) !== 'Zed') throw new Error('the page lost its state');
    log(`a page: ${metrics.page.toFixed(2)} s`);

    const includesText = async (text) =>
      (await (await fetch(`${product.url}/main/post/no-such-post`)).text()).includes(text);
    const untilResponse = (text) => until(`the answer ${text}`, () => includesText(text), timing);
    await untilResponse('There is no such post.');
    metrics.service = await savesToVisible(
      args,
      (word) => edits.edit(service, 'There is no such post.', `There is no post ${word}.`),
      (word) => untilResponse(`There is no post ${word}.`),
    );
    log(`a service: ${metrics.service.toFixed(2)} s`);

    let before = {};
    metrics.contract = await savesToVisible(
      args,
      (word) => {
        before = product.pids();
        edits.edit(contract, 'message Faq {', `message Faq {\n  // Where the answer is from.\n  string ${word} = 90;`);
      },
      () => Promise.all(['content', 'gateway'].map((role) => product.untilBack(role, before[role], timing.withinMs))),
    );
    log(`a contract: ${metrics.contract.toFixed(2)} s`);
    await product.stop();

    const coldAt = performance.now();
    const cold = await runTests([testFile], defer)();
    metrics.test = secondsSince(coldAt);
    log(`a test: ${metrics.test.toFixed(2)} s`);
    await end(cold);
    const nextResult = runTests([testFile, '--watch'], defer);
    await nextResult();
    metrics.watch = await savesToVisible(
      args,
      (word) => edits.edit(testFile, 'describe(', `// ${word}\ndescribe(`),
      nextResult,
    );
    log(`a test in watch mode: ${metrics.watch.toFixed(2)} s`);

    const details = Object.fromEntries(Object.entries(metrics).map(([name, value]) => [name, rounded(value)]));
    return {
      passed: Object.entries(max).every(([name, limit]) => details[name] <= limit),
      details,
      rows: Object.entries(details).map(([what, seconds]) => ({ what, seconds, 'at most': max[what] })),
    };
  },
};
