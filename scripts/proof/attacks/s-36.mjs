import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { startChromium } from '../../lib/chromium.mjs';
import { until } from '../../lib/until.mjs';
import { startSiteNginx } from '../lib/nginx.mjs';
import { call } from '../lib/site.mjs';

export const name = 'S-36';
export const title = 'tokens in logs and Referer';
export const rule =
  "No log, no Referer and no address bar keeps a link's token: reports are logged by origin and path, pages opened by a link pass nothing on, and a reload still works.";

/** Every path used by links in messages, and one that doesn't exist. */
const addresses = [
  '/newsletter/confirm',
  '/newsletter/unsubscribe',
  '/newsletter/preferences',
  '/subscription',
  '/main/news/letter/unsubscribe',
  '/main/notifications/end',
  '/nowhere',
];

async function policies(origin, where, token, { checks, rows }) {
  for (const path of addresses) {
    const answer = await fetch(`${origin}${path}?token=${token}`, { redirect: 'manual' });
    await answer.arrayBuffer();
    const policy = answer.headers.get('referrer-policy');
    checks.that(policy === 'no-referrer', `${where}: ${path} with a token has Referrer-Policy ${policy}`);
  }
  const other = (await fetch(`${origin}/about`)).headers.get('referrer-policy');
  checks.that(other === 'strict-origin-when-cross-origin', `${where}: /about has Referrer-Policy ${other}`);
  rows.push({ what: `addresses with a token at ${where}`, count: addresses.length });
}

/** Browser reports about a page opened by a link, about the link's own address, and forged reports. */
async function reports(product, token, { checks }) {
  for (const address of [
    `${product.url}/newsletter/confirm?token=${token}`,
    `token=${token}`,
    `data:text/html,${token}`,
  ]) {
    const report = { 'document-uri': address, 'blocked-uri': address, 'effective-directive': 'img-src' };
    const { status } = await call(product, 'POST', '/csp-report', {
      headers: { 'Content-Type': 'application/csp-report' },
      json: JSON.stringify({ 'csp-report': report }),
    });
    checks.that(status === 204, `a report returned ${status}`);
  }
}

/** Checks what a browser sends to third parties about a page opened by a link. */
async function inBrowser(product, token, { checks, rows, defer }) {
  const browser = await startChromium();
  defer(() => browser.close());
  let requests = 0;
  for (const page of ['confirm', 'unsubscribe', 'preferences']) {
    const tab = await (await browser.newContext()).newPage();
    const opened = `${product.url}/newsletter/${page}`;
    tab.on('request', (request) => {
      requests += 1;
      const referer = request.headers()['referer'] ?? '';
      checks.that(
        !referer.includes(token),
        `${page}: ${request.url().slice(0, 80)} was requested with the token as Referer`,
      );
    });
    await tab.goto(`${opened}?token=${token}`);
    const isClean = await checks.eventually(
      () => tab.url() === opened,
      `${page}: the address still contains the token`,
    );
    await tab.getByRole('main').getByRole('heading', { level: 1 }).waitFor();
    if (!isClean) continue;
    const sent = tab.waitForRequest(
      (request) => request.method() === 'POST' && request.url().includes('/news/letter/'),
    );
    await tab.reload();
    // The preferences page sends its request immediately; the others on a button press.
    if (page !== 'preferences') await tab.getByRole('main').getByRole('button').first().click();
    const { token: used } = (await sent).postDataJSON();
    checks.that(used === token, `${page}: after a reload the page has another token or none`);
  }
  rows.push({ what: 'requests of pages opened by a link', count: requests });
}

export async function run({ product: start, checks, rows, say, defer }) {
  const product = await start({ fresh: true });
  const token = randomBytes(32).toString('base64url');
  const report = { checks, rows, defer };
  const nginx = await startSiteNginx(product.url);
  defer(() => nginx.stop());
  await policies(product.url, 'gateway', token, report);
  await policies(nginx.url, 'nginx', token, report);
  say('reports');
  await reports(product, token, report);
  say('in a browser');
  await inBrowser(product, token, report);
  say('nginx without a gateway');
  const alone = await startSiteNginx('http://127.0.0.1:9');
  defer(() => alone.stop());
  await policies(alone.url, 'nginx without a gateway', token, report);

  await until('the report in the log', () => readFileSync(product.logFile, 'utf8').includes('policy violation'));
  const logs = { gateway: readFileSync(product.logFile, 'utf8'), nginx: nginx.errors(), 'nginx alone': alone.errors() };
  for (const [where, log] of Object.entries(logs))
    checks.that(!log.includes(token), `the log of ${where} contains the token`);
}
