import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { freePort } from '../../services/platform/local/ports.mjs';
import { root } from '../lib/checkout.mjs';
import { requireNode } from '../lib/install-dependencies.mjs';
import { newFolder } from '../lib/processes.mjs';
import { until } from '../lib/until.mjs';
import { npmStart, processesOf } from './lib/npm-start.mjs';
import { NotChecked, variants } from './first-run/variants.mjs';

/**
 * Tests the first run, as in the README: clones the committed tree, runs `npm start` without settings, follows a photo
 * from the form to the home page, presses Ctrl-C, and restarts on the same data. Needs Node, npm and git, and no
 * packages.
 *
 *     node scripts/proof/first-run.mjs                  the first run: about six minutes
 *     node scripts/proof/first-run.mjs --variants       then common variants: port in use, IPv6, no home directory, …
 *     node scripts/proof/first-run.mjs --variants ipv6,port-in-use
 *     node scripts/proof/first-run.mjs --install-into .  leaves the installed packages in this checkout
 */

// A space, a non-ASCII letter, and two characters with a meaning in URLs.
const folder = newFolder('first-run');
const checkout = join(folder, 'Arkansas Wetter für alle');
const dataDir = join(folder, 'Daten für #1 100%');
const log = (text) => process.stdout.write(`${text}\n`);
const check = (condition, sentence) => {
  if (!condition) throw new Error(sentence);
};

const publicPages = ['/', '/now', '/county/pulaski'];

async function visitPages(site) {
  for (const path of publicPages) {
    const response = await fetch(`${site}${path}`);
    check(response.status === 200, `GET ${path} answered ${response.status}`);
    check((await response.text()).includes('<title>'), `GET ${path} is not a page`);
  }
}

async function checkReady() {
  const { ports } = JSON.parse(readFileSync(join(dataDir, 'running.json'), 'utf8'));
  const response = await fetch(`http://127.0.0.1:${ports.gateway.metrics}/readyz`);
  check(response.status === 200, `the gateway's /readyz returned ${response.status}: ${await response.text()}`);
}

function handOver(receiver) {
  const { workspaces } = JSON.parse(readFileSync(join(checkout, 'package.json'), 'utf8'));
  for (const workspace of ['', ...workspaces]) {
    const [from, to] = [checkout, receiver].map((each) => join(each, workspace, 'node_modules'));
    if (!existsSync(from) || existsSync(to)) continue;
    try {
      renameSync(from, to);
    } catch (error) {
      if (error.code !== 'EXDEV') throw error;
      cpSync(from, to, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true });
    }
  }
}

const stopWithinMs = 60_000;

/** Stops the product; every process must exit. */
async function stop(product) {
  const code = await product.interrupt();
  // npm exits with the signal, perhaps before the product has stopped.
  check([0, 130, 'SIGINT'].includes(code), `npm start exited with ${code} after Ctrl-C`);
  await until('every process to exit', () => processesOf([folder]).length === 0, { withinMs: stopWithinMs }).catch(
    () => {
      const left = processesOf([folder]).map(({ pid, command }) => `  ${pid} ${command}`);
      throw new Error(`still running ${stopWithinMs / 1_000} s after Ctrl-C:\n${left.join('\n')}`);
    },
  );
}

let product;
let failed = false;
try {
  const args = process.argv.slice(2);
  const givesAt = args.indexOf('--install-into');
  const [, receiver] = givesAt < 0 ? [] : args.splice(givesAt, 2);
  const selected = variants(args);
  requireNode(root);
  execFileSync('git', ['clone', '--quiet', '--no-hardlinks', root, checkout], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const port = await freePort();
  const environment = { PORT: String(port), DATA_DIR: dataDir };
  const site = `http://localhost:${port}`;

  product = npmStart(checkout, environment);
  const seconds = await product.running();
  for (const [stage, taken] of Object.entries(seconds)) log(`${stage.padEnd(14)} ${taken.toFixed(1)} s`);
  await checkReady();
  await visitPages(site);
  const [, email, password] = /First admin (\S+) +(\S+)$/m.exec(product.output()) ?? [];
  check(password, 'npm start printed no address and password of the first admin');

  // Its packages are installed only in the clone.
  const journey = await import(pathToFileURL(join(checkout, 'scripts/lib/visitor-requests.mjs')).href);
  const visitor = journey.siteAt(site);
  const signIn = () => journey.signIn(visitor, email, password);
  const photo = await journey.followPhoto(visitor, signIn, (line) => log(`               ${line}`));
  await stop(product);

  product = npmStart(checkout, environment);
  const secondStart = await product.running();
  log(`${'second start'.padEnd(14)} ${(secondStart.install + secondStart.build + secondStart.start).toFixed(1)} s`);
  await checkReady();
  await signIn();
  await until('the photo on the home page', async () => {
    const { data } = await visitor.json('/main/home');
    return data.snapshots.some(({ file }) => file === photo) && (await visitor.get(photo)).status === 200;
  });
  await stop(product);
  log('ok             the photo and the admin are still there; Ctrl-C ended every process');

  for (const [name, run] of selected) {
    try {
      await run({ checkout, folder, start: (...args) => (product = npmStart(...args)), stop, check });
      log(`ok             ${name}`);
    } catch (error) {
      if (!(error instanceof NotChecked)) throw new Error(`${name}: ${error.message}`);
      log(`NOT CHECKED    ${name}: ${error.message}`);
    }
  }
  if (receiver) handOver(resolve(receiver));
} catch (error) {
  failed = true;
  const lines = product?.output().trimEnd().split('\n').slice(-40) ?? [];
  process.stderr.write(`${lines.map((line) => `  | ${line}\n`).join('')}FAILED: ${error.message}\n`);
} finally {
  product?.kill();
  for (const { pid } of processesOf([folder])) process.kill(pid, 'SIGKILL');
  rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 });
}
process.exit(failed ? 1 : 0);
