import { setTimeout as wait } from 'node:timers/promises';
import { until } from '../../lib/until.mjs';

/** Alerts are safety data: a known alert stays until it ends, and after that the site makes no unverified claims. */

export const name = 'R-06';
export const title = 'alerts while their source is down';
export const rule =
  'With the provider down a warning stays, with its age, until it ends; from that second on it is gone, and the pages say that the status is unavailable, never that there are no alerts.';

const warning = 'Tornado Warning';
const none = 'No Active Weather Alerts';
const unavailable = 'Alert status unavailable';
/** Every process that handles a response renews it at least this often. */
const renewalMs = 3_000;

const wordsOf = (html) => html.replace(/<(style|script|head)[^>]*>.*?<\/\1>/gs, ' ').replace(/<[^>]+>/g, ' ');

export async function run(context) {
  const { checks, rows } = context;
  const lastsSeconds = context.quick ? 30 : 60;
  const product = await context.product({
    fresh: true,
    environment: { SAMPLE_CONTENT: 'false', ALERTS_POLL_SECONDS: '10' },
  });
  const read = async (path) => (await fetch(product.url + path)).json().then(({ data }) => data);
  const page = async () => wordsOf(await (await fetch(`${product.url}/now/pulaski/still`)).text());

  const deaths = {
    'provider answers 503': () => product.simulator.behave('nws', { mode: 'http', status: 503 }),
    'provider hangs': () => product.simulator.behave('nws', { mode: 'hang' }),
    'provider returns something else': () => product.simulator.behave('nws', { mode: 'html' }),
    'weather proxy is frozen': () => product.kill('weather', 'SIGSTOP'),
  };
  for (const [what, kill] of Object.entries(deaths).slice(0, context.quick ? 1 : undefined)) {
    await product.simulator.behave('nws', { mode: 'tornado', expires_in_s: lastsSeconds });
    const shown = await until(
      'the warning to be shown',
      async () => {
        const list = await read('/main/weather/alerts');
        const found = list.alerts.find(({ event }) => event === warning);
        return list.ok && found && { endsAt: Date.parse(found.expires), updatedAt: list.updatedAt };
      },
      { withinMs: 45_000 },
    );
    await kill();
    const killedAt = Date.now();

    let looks = 0;
    while (Date.now() < shown.endsAt - 2_000) {
      const list = await read('/main/weather/alerts');
      const text = await page();
      looks += 1;
      const isThere = list.alerts.some(({ event }) => event === warning) && text.includes(warning);
      checks.that(isThere || Date.now() >= shown.endsAt, `${what}: the warning was gone before its end`);
      checks.that(!text.includes(none), `${what}: "${none}" beside a warning`);
      checks.that(text.includes('Alerts checked at'), `${what}: the age is missing`);
      checks.that(
        Date.parse(list.updatedAt) <= killedAt,
        `${what}: the list claims to be newer than the provider’s failure`,
      );
      await wait(1_000);
    }

    await until('the warning to end', () => Date.now() >= shown.endsAt);
    const goneAt = await until(
      'the ended warning to be gone',
      async () => {
        const list = await read('/main/weather/alerts');
        const text = await page();
        return !list.alerts.some(({ event }) => event === warning) && !text.includes(warning) && Date.now();
      },
      { withinMs: 30_000 },
    );
    const list = await read('/main/weather/alerts');
    const text = await page();
    checks.that(goneAt - shown.endsAt <= renewalMs, `${what}: shown ${goneAt - shown.endsAt} ms after its end`);
    const isHonest = !list.ok && text.includes(unavailable) && !text.includes(none);
    checks.that(
      isHonest,
      `${what}: afterwards ok is ${list.ok} and the page ${text.includes(none) ? 'claims that there are none' : 'says nothing'}`,
    );
    rows.push({
      death: what,
      'checks before the end': looks,
      'gone after ms': goneAt - shown.endsAt,
      'ok afterwards': String(list.ok),
      page: text.includes(unavailable) ? unavailable : '?',
    });
    if (what.includes('frozen')) await product.kill('weather', 'SIGCONT');
  }
  return { lastsSeconds };
}
