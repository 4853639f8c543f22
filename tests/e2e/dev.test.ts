import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, type Page } from '@playwright/test';
import { until } from '@site/platform/testing/until';
import { makeSecondCheckout } from '../support/second-checkout.mjs';
import { useSite } from '../support/site.js';

/** On a busy machine, a second's work takes several. */
const withinMs = 30_000;

const form = 'web/src/features/public/contact/contact-form.tsx';
const posts = 'services/content/src/posts/post-revisions.ts';
const authTest = 'services/auth/src/passwords/change-password.test.ts';
const contract = 'proto/content/v1/faqs.proto';

test.describe('npm run dev', () => {
  let checkout: ReturnType<typeof makeSecondCheckout>;
  const site = useSite(async () => {
    checkout = makeSecondCheckout('dev');
    return {
      checkout: checkout.folder,
      command: 'dev',
      words: ['--no-types'],
      environment: { SAMPLE_CONTENT: 'false', RATE_LIMIT_SCALE: '1000' },
    };
  });
  test.afterAll(() => checkout.remove());

  const read = (file: string) => readFileSync(join(checkout.folder, file), 'utf8');
  const save = (file: string, text: string) => writeFileSync(join(checkout.folder, file), text);
  function replace(file: string, from: string, to: string): void {
    const before = read(file);
    if (!before.includes(from)) throw new Error(`${file} has no ${from}`);
    save(file, before.replace(from, to));
  }
  const response = async (path: string) => (await fetch(site.product.url + path)).text();
  const untilResponse = (text: string) =>
    until(`the answer "${text}"`, async () => (await response('/main/post/no-such-post')).includes(text), withinMs);
  /** Processes whose ids changed. */
  const restarted = (before: Record<string, number>, now: Record<string, number>) =>
    Object.keys(before).filter((name) => before[name] !== now[name]);

  async function open(path: string): Promise<Page> {
    const page = await site.browser.newPage();
    await page.goto(site.product.url + path);
    return page;
  }

  test('shows a saved component without a reload, and keeps what was typed', async () => {
    const page = await open('/contact');
    await page.getByLabel('Full name').fill('Zed');
    await page.evaluate(() => Object.assign(window, { isSamePage: true }));
    replace(form, 'strings.submitting : strings.submitFeedback', "strings.submitting : 'Send it to us'");
    await page.getByRole('button', { name: 'Send it to us' }).waitFor({ timeout: withinMs });
    expect(await page.getByLabel('Full name').inputValue()).toBe('Zed');
    expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true);
    await page.close();
  });

  test('restarts only the process that a saved file belongs to, and nothing for a test', async () => {
    await untilResponse('There is no such post.');
    const before = site.product.pids();
    appendFileSync(join(checkout.folder, authTest), '\n');
    replace(posts, 'There is no such post.', 'That post is not here.');
    await untilResponse('That post is not here.');
    expect(restarted(before, site.product.pids())).toEqual(['content']);
  });

  test('prints where a process crashed, keeps the rest running, and recovers with the next save', async () => {
    const { product } = site;
    const before = product.pids();
    const sound = read(posts);
    save(posts, `${sound}\nthrow new Error('broken on purpose');\n`);
    const line = sound.split('\n').length + 1;
    const place = `post-revisions.ts:${line}:`;
    await until('the error to be printed', () => product.output().includes(place), withinMs);
    await until(
      'the crash to be noticed',
      () => /content .*waiting for the next save/.test(product.output()),
      withinMs,
    );
    expect(product.output()).toContain('broken on purpose');
    expect(await response('/main/weather/alerts')).toContain('"status":true');

    save(posts, `${sound}\nconst unfinished = ;\n`);
    await until(
      'the syntax error to be printed',
      () => product.output().split('broken on purpose').at(-1)!.includes('const unfinished = ;'),
      withinMs,
    );

    save(posts, sound.replace('That post is not here.', 'Nothing by that name.'));
    await untilResponse('Nothing by that name.');
    expect(restarted(before, product.pids())).toEqual(['content']);
  });

  test('generates a saved contract, and restarts what uses it', async () => {
    const before = site.product.pids();
    replace(contract, 'message Faq {', 'message Faq {\n  // Where the answer is from.\n  string source = 90;');
    await until(
      'the processes with that contract',
      () => ['content', 'gateway'].every((name) => restarted(before, site.product.pids()).includes(name)),
      withinMs,
    );
    expect(read('proto/gen/nest/content/v1/faqs.ts')).toContain('source: string;');
    expect(restarted(before, site.product.pids())).toEqual(expect.not.arrayContaining(['auth', 'notifications']));
    await untilResponse('Nothing by that name.');
  });

  test('signs in and shows the dashboard at the same address', async () => {
    const page = await open('/dashboard/login');
    const { email, password } = site.product.admin;
    await page.getByLabel('Email Address').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Sign In', exact: true }).click();
    await page.waitForURL('**/dashboard/home', { timeout: withinMs });
    await page.getByRole('heading', { level: 1 }).waitFor({ timeout: withinMs });
    await page.close();
  });
});
