import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { until } from '../../lib/until.mjs';
import { startLoad } from '../lib/load.mjs';
import { startSiteNginx } from '../lib/nginx.mjs';
import { call } from '../lib/site.mjs';
import { startSecondRegion } from './parts/second-region.mjs';

export const name = 'R-34';
export const title = 'a second region, and the loss of the first';
export const rule =
  'Every public read of the second region is answered while the first is up, when it is gone, and after the promotion; alerts stay fresh throughout. Writes reach the first region, are refused with 503 and Retry-After while there is none, and work after the promotion.';

const reads = [
  '/',
  '/main/home',
  '/main/teams',
  '/main/faqs',
  '/main/keys',
  '/main/snapshots?limit=5',
  '/main/post?limit=5',
  '/main/weather/alerts',
  '/main/weather/radar',
  '/main/weather/outlook',
  '/main/weather/reports',
  '/main/weather/rivers',
  '/now',
  '/alerts.atom',
];

const write = (url) =>
  call({ url }, 'POST', '/main/contact-us', {
    headers: { 'Idempotency-Key': randomUUID() },
    form: { name: 'Ada', phone: '501 555 0100', email: 'ada@example.com', feedback: 'From two regions' },
  });

/** Returns milliseconds since 1970; undefined when the list is not reliable. */
async function alertsOf(site) {
  const { data } = await (await fetch(`${site}/main/weather/alerts`)).json();
  return data.ok ? Date.parse(data.updatedAt) : undefined;
}

const messages = `SELECT count(*)::int AS count FROM submissions.contact_messages WHERE email = 'ada@example.com'`;

export async function run(context) {
  const { checks, rows, say } = context;
  const product = await context.product({ fresh: true });
  const region = await startSecondRegion(product);
  context.defer(() => region.stop());
  const behind = (environment) => startSiteNginx(region.url, { environment });
  let nginx = await behind({ FIRST_REGION: product.url });
  context.defer(() => nginx.stop());

  const readAll = async (when) => {
    for (const path of reads) {
      const { status } = await fetch(nginx.url + path);
      checks.that(status === 200, `${path} answers ${status} ${when}`);
    }
  };
  const seconds = context.quick ? 10 : 60;
  const visits = async (what, during) => {
    const load = startLoad({
      rate: 100,
      next: (number) => ({ url: nginx.url + reads[number % reads.length], headers: { 'Accept-Encoding': 'br' } }),
    });
    await during();
    const tally = await load.stop();
    checks.that(tally.failed === 0, `${tally.failed} of ${tally.sent} reads failed ${what}: ${tally.failures}`);
    rows.push({ when: what, reads: tally.sent, failed: tally.failed });
  };
  const fresh = async (when) => {
    const before = (await alertsOf(nginx.url)) ?? 0;
    await checks.eventually(
      async () => ((await alertsOf(nginx.url)) ?? 0) > before,
      `the list of alerts is not renewed ${when}`,
      { withinMs: 90_000, everyMs: 1_000 },
    );
  };

  say('the second region runs on a standby');
  await readAll('with both regions');
  await visits('with both regions', () => fresh('with both regions'));
  const sent = await write(nginx.url);
  checks.that(sent.status === 201, `a write through the second region returned ${sent.status}`);
  const [{ count }] = await product.query(messages);
  checks.that(count === 1, `the first region has ${count} messages`);
  await checks.eventually(async () => (await region.query(messages))[0].count === 1, 'the standby lacks the message');
  // Without nginx, a write reaches the standby.
  const here = await write(region.url);
  checks.that(here.status === 503, `a write on the standby returned ${here.status}`);

  await visits('while the first region goes down', async () => {
    await product.stop();
    say('the first region is gone');
    await fresh('without the first region');
    await wait(seconds * 1_000);
  });
  await readAll('without the first region');
  const refused = await write(nginx.url);
  checks.that(
    refused.status === 503 && Number(refused.headers.get('retry-after')) > 0 && refused.json.status === false,
    `a write without the first region returned ${refused.status}: ${refused.text}`,
  );

  const promotedAt = Date.now();
  await region.promote();
  await nginx.stop();
  nginx = await behind({});
  const taken = async () => {
    const { status, text } = await write(nginx.url);
    if (status !== 201) throw new Error(`${status} ${text}`);
    return true;
  };
  await until('a write after the promotion', taken, { withinMs: 60_000, everyMs: 200 });
  const writableMs = Date.now() - promotedAt;
  say(`promoted; a write is accepted after ${(writableMs / 1_000).toFixed(1)} s`);
  await readAll('after the promotion');
  await visits('after the promotion', () => fresh('after the promotion'));

  for (const file of readdirSync(region.logs).filter((each) => each.endsWith('.log'))) {
    const errors = readFileSync(join(region.logs, file), 'utf8').match(/"level":(50|60)/g) ?? [];
    checks.that(errors.length === 0, `${file} of the second region has ${errors.length} errors`);
  }
  return { writableMs };
}
