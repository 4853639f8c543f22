import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { until } from '../../lib/until.mjs';
import { machineIsBusy, startLoad, textOf } from '../lib/load.mjs';
import { Probes } from './parts/probes.mjs';
import { breakages, hostFailures, quickBreakages } from './parts/provider-modes.mjs';

export const name = 'R-04';
export const title = 'slow and broken providers';
export const rule =
  'However providers fail, visitors of a known place get the last good response with its true age within 150 ms and never a 5xx; an unknown place gets an honest 503 within 4.5 s; a provider known to fail is called once in 10 s; recovery takes 15 s.';
export const limitMinutes = 60;

const requestsPerSecond = 200;
const p99LimitMs = 150;
const coldLimitMs = 4_500;
const recoveryMs = 15_000;
const ageToleranceSeconds = 2;
/** The maximum age of a page's alerts: the age of the response plus that of the page. */
const pageAgeMs = 12_000;
/** As many connections as nginx keeps open to a gateway. */
const connections = 64;

const home = { lat: 35.2, lon: -91.84 };
const other = { lat: 34.76, lon: -92.28 };
const forecastPath = ({ lat, lon }) => `/main/weather/forecast?lat=${lat}&lon=${lon}&days=1`;
const tilePath = '/main/weather/tiles/temperature/6/15/25.png';
const stormPaths = ['radar', 'outlook', 'reports', 'rivers'].map((name) => `/main/weather/${name}`);
const searchPath = (index) => `/main/weather/search?q=${['conway', 'little', 'benton', 'hope'][index % 4]}`;

/** Visitors' requests; repeated entries are more popular. */
const visits = [
  ...Array(6).fill(() => forecastPath(home)),
  ...Array(3).fill(() => forecastPath(other)),
  ...Array(4).fill(() => '/main/weather/alerts'),
  ...Array(2).fill(() => tilePath),
  ...Array(2).fill(searchPath),
  ...stormPaths.map((path) => () => path),
  () => '/main/social/posts',
  () => '/now/pulaski',
  () => '/',
];

/** Called in the background, never on a visitor's request. */
const polled = ['mrms', 'nexrad', 'spc', 'iem', 'noaa-maps', 'nwps'];
const providers = ['nws', 'weatherapi', 'mapbox', 'openweather', 'facebook', ...polled];

const environment = {
  SAMPLE_CONTENT: 'false',
  SAMPLE_WEATHER: 'false',
  WEATHERAPI_KEY: 'simulated',
  WEATHERAPI_DAILY_BUDGET: '1000000',
  // Cached responses expire during a test.
  FORECAST_TTL_SECONDS: '2',
  OBSERVATION_TTL_SECONDS: '2',
  ALERTS_POLL_SECONDS: '10',
  SOCIAL_POLL_SECONDS: '30',
  RADAR_POLL_SECONDS: '12',
  OUTLOOK_POLL_SECONDS: '12',
  STORM_REPORTS_POLL_SECONDS: '12',
  RIVERS_POLL_SECONDS: '12',
};

const readJson = async (url) => {
  const startedAt = Date.now();
  const answer = await fetch(url, { signal: AbortSignal.timeout(20_000) });
  return { status: answer.status, body: await answer.json(), elapsedMs: Date.now() - startedAt };
};

const lastGoodOf = async (product) => {
  const rows = await product.query(
    `SELECT key, fetched_at, md5(body::text) AS body FROM weather.last_good WHERE key IN ($1, $2) ORDER BY key`,
    [home, other].map(({ lat, lon }) => `forecast/2/${lat.toFixed(2)},${lon.toFixed(2)}`),
  );
  return createHash('sha256').update(JSON.stringify(rows)).digest('hex');
};

/** Checks for every response of the load that its stated age is true. */
class Witness {
  wrongAges = 0;
  tooYoung = 0;
  falseCalm = 0;
  seen = 0;

  /** Until then a response may still say that there are no alerts: the provider has not been polled since. */
  calmUntil = Infinity;

  constructor(brokenAt) {
    this.brokenAt = brokenAt;
  }

  look = (answer) => {
    if (answer.status !== 200) return;
    const path = answer.url.slice(answer.url.indexOf('/', 8));
    if (path.startsWith('/main/weather/forecast')) {
      const { meta } = JSON.parse(textOf(answer)).data;
      const fetchedAt = Date.parse(meta.fetchedAt);
      const trueAge = (answer.startedAt - fetchedAt) / 1_000;
      this.seen += 1;
      // The body may be as old as the gateway allows: the page counts from fetchedAt, which must be true.
      if (meta.ageSeconds > trueAge + answer.elapsedMs / 1_000 + ageToleranceSeconds) this.wrongAges += 1;
      if (trueAge - meta.ageSeconds > ageToleranceSeconds + 10) this.wrongAges += 1;
      if (fetchedAt > this.brokenAt + 1_000) this.tooYoung += 1;
    } else if (path === '/main/weather/radar') {
      const { newest_age_seconds: age, server_time: madeAt, frames } = JSON.parse(textOf(answer)).data;
      this.seen += 1;
      // A page adds the time since the response was built.
      if (frames[0] && age < (Date.parse(madeAt) - Date.parse(frames[0].time)) / 1_000 - 1) this.wrongAges += 1;
    } else if (stormPaths.includes(path)) {
      const { days, ...one } = JSON.parse(textOf(answer)).data;
      this.seen += 1;
      for (const { fetched_at: at } of days ?? [one]) if (Date.parse(at) > this.brokenAt + 1_000) this.tooYoung += 1;
    } else if (path.startsWith('/now/')) {
      const claims = textOf(answer).includes('No Active Weather Alerts');
      if (claims && answer.startedAt > this.calmUntil) this.falseCalm += 1;
    } else if (path === '/main/weather/alerts') {
      const { ok, updatedAt } = JSON.parse(textOf(answer)).data;
      this.seen += 1;
      if (ok && (answer.startedAt > this.calmUntil || Date.parse(updatedAt) > this.brokenAt + 1_000))
        this.falseCalm += 1;
    }
  };
}

async function makeWell(product, since) {
  for (const provider of providers) await product.simulator.behave(provider, { mode: 'ok' });
  return until(
    'fresh answers',
    async () => {
      const answers = await Promise.all([home, other].map((place) => readJson(product.url + forecastPath(place))));
      const areFresh = answers.every(
        ({ status, body }) => status === 200 && !body.data.meta.stale && Date.parse(body.data.meta.fetchedAt) >= since,
      );
      const alerts = await readJson(`${product.url}/main/weather/alerts`);
      const social = await fetch(`${product.url}/main/social/posts`);
      const storm = await Promise.all(stormPaths.map((path) => readJson(product.url + path)));
      const isStormFresh = storm.every(({ body }) => {
        const { days, ...one } = body.data ?? {};
        return (days ?? [one]).every(({ ok, stale }) => ok && !stale);
      });
      return areFresh && alerts.body.data?.ok === true && social.ok && isStormFresh && Date.now();
    },
    { withinMs: 60_000 },
  );
}

async function breakAndWatch({ product, breakage, seconds, checks, number }) {
  const say = (sentence) => `${breakage.name}: ${sentence}`;
  // Fills the caches before the providers break.
  for (const [index, visit] of visits.entries()) await fetch(product.url + visit(index));
  const wasBusy = machineIsBusy();
  const settled = new Witness(Date.now());
  const load = startLoad({
    rate: requestsPerSecond,
    next: (index) => product.url + visits[index % visits.length](index),
    onAnswer: settled.look,
    connections,
  });
  for (const provider of providers) await product.simulator.behave(provider, breakage.of(provider));
  const brokenAt = Date.now();
  settled.brokenAt = brokenAt;

  // The failure has been noticed when responses are marked as stale.
  const staleAfter = breakage.isHarmless
    ? undefined
    : await until(
        `${breakage.name} to be noticed`,
        async () => {
          const [forecast, alerts] = await Promise.all([
            readJson(product.url + forecastPath(home)),
            readJson(`${product.url}/main/weather/alerts`),
          ]);
          return forecast.body.data?.meta.stale && alerts.body.data?.ok === false && Date.now() - brokenAt;
        },
        { withinMs: 45_000 },
      ).catch((error) => {
        checks.that(false, say(error.message));
        return undefined;
      });

  // Pages built from these responses may lag by some seconds.
  settled.calmUntil = Date.now() + pageAgeMs;

  const cold = await readJson(`${product.url}${forecastPath({ lat: (33.1 + number * 0.02).toFixed(2), lon: -93.11 })}`);
  const coldPage = await fetch(`${product.url}/now/${['izard', 'yell', 'polk', 'clay'][number % 4]}/still`);
  if (!breakage.isHarmless) {
    checks.that(
      cold.status === 503 && typeof cold.body.message === 'string',
      say(`an unknown place got ${cold.status}`),
    );
    checks.that(wasBusy || cold.elapsedMs <= coldLimitMs, say(`an unknown place waited ${cold.elapsedMs} ms`));
  }
  checks.that(coldPage.status === 200, say(`the page of an unknown place got ${coldPage.status}`));

  // From here on the failure has been detected.
  const before = await lastGoodOf(product);
  await product.simulator.forget();
  const probes = new Probes(await product.metrics('weather'));
  await wait(seconds * 1_000);
  const calls = await product.simulator.calls();
  const followed = calls.filter(({ provider }) => provider === 'trap').length;
  const tooOften = probes.tooOften(calls);
  const after = await lastGoodOf(product);
  const tally = await load.stop();

  const healedAt = Date.now();
  const freshAt = await makeWell(product, healedAt).catch(() => undefined);
  const recovered = freshAt === undefined ? undefined : freshAt - healedAt;
  const allowedMs = recoveryMs + (breakage.asksToWaitMs ?? 0);

  const p99 = tally.percentile(0.99);
  if (!breakage.isHarmless) {
    checks.that(before === after, say('the last good response was changed'));
    checks.that(tooOften.length === 0, say(`called too often: ${tooOften.join(', ')}`));
  }
  checks.that(tally.failed === 0, say(`visitors got ${tally.failures}`));
  checks.that(followed === 0, say(`a redirect was followed ${followed} times`));
  checks.that(settled.wrongAges === 0, say(`${settled.wrongAges} responses state a wrong age`));
  checks.that(
    settled.tooYoung === 0 || breakage.isHarmless === true,
    say(`${settled.tooYoung} responses claim to be newer than possible`),
  );
  checks.that(
    settled.falseCalm === 0 || breakage.isHarmless === true,
    say(`${settled.falseCalm} responses claim that all is well`),
  );
  checks.that(wasBusy || p99 <= p99LimitMs, say(`p99 ${p99} ms`));
  checks.that(recovered !== undefined && recovered <= allowedMs, say(`fresh again after ${recovered} ms`));
  return {
    mode: breakage.name,
    'noticed ms': staleAfter,
    statuses: tally.text,
    'p99 ms': p99,
    [`calls in ${seconds} s`]: probes.summary(calls),
    'ages looked at': settled.seen,
    untrue: settled.wrongAges + settled.tooYoung + settled.falseCalm,
    cold: `${cold.status} in ${cold.elapsedMs} ms`,
    'fresh after ms': recovered,
    machine: wasBusy ? 'busy' : 'quiet',
  };
}

/** The simulator can't play a host that doesn't exist: the product is restarted on its existing data. */
async function hostsGone({ context, checks, failure }) {
  const say = (sentence) => `${failure.name}: ${sentence}`;
  const warm = await context.product({ fresh: true, environment: { ...environment, WEATHERAPI_KEY: '' } });
  await makeWell(warm, 0);
  const keptCount = async () =>
    (await warm.query(`SELECT 1 FROM weather.last_good WHERE key LIKE 'forecast/%'`)).length;
  await until('both places to be cached', async () => (await keptCount()) >= 2);
  await warm.stop();
  const product = await context.product({
    fresh: true,
    dataDir: warm.dataDir,
    simulated: false,
    environment: { ...environment, ...failure.environment },
  });
  const startedAt = Date.now();
  const witness = new Witness(startedAt);
  const wasBusy = machineIsBusy();
  const load = startLoad({
    rate: requestsPerSecond,
    next: (index) => product.url + [forecastPath(home), '/main/weather/alerts', '/now/pulaski', '/'][index % 4],
    onAnswer: witness.look,
    connections,
  });
  const known = await until('the cached response', async () => {
    const answer = await readJson(product.url + forecastPath(home));
    return answer.status === 200 && answer.body.data.meta.stale && answer;
  });
  const cold = await readJson(product.url + forecastPath({ lat: 33.5, lon: -93.2 }));
  await wait(5_000);
  const tally = await load.stop();
  checks.that(
    known.body.data.meta.fetchedAt < new Date(startedAt).toISOString(),
    say('the response is not the cached one'),
  );
  checks.that(cold.status === 503, say(`an unknown place got ${cold.status}`));
  checks.that(wasBusy || cold.elapsedMs <= coldLimitMs, say(`an unknown place waited ${cold.elapsedMs} ms`));
  checks.that(tally.failed === 0, say(`visitors got ${tally.failures}`));
  checks.that(witness.wrongAges + witness.tooYoung + witness.falseCalm === 0, say('a false claim was made'));
  const p99 = tally.percentile(0.99);
  checks.that(wasBusy || p99 <= p99LimitMs, say(`p99 ${p99} ms`));
  return {
    mode: failure.name,
    statuses: tally.text,
    'p99 ms': p99,
    'ages looked at': witness.seen,
    untrue: witness.wrongAges + witness.tooYoung + witness.falseCalm,
    cold: `${cold.status} in ${cold.elapsedMs} ms`,
    machine: wasBusy ? 'busy' : 'quiet',
  };
}

export async function run(context) {
  const { checks, rows } = context;
  const product = await context.product({ fresh: true, environment });
  await makeWell(product, 0);
  const chosen = context.quick ? breakages.filter(({ name: each }) => quickBreakages.has(each)) : breakages;
  const seconds = context.quick ? 12 : 20;
  for (const [number, breakage] of chosen.entries()) {
    const before = checks.failed.length;
    rows.push(await breakAndWatch({ product, breakage, seconds, checks, number }));
    const failed = checks.failed.slice(before);
    const outcome = failed.length === 0 ? 'holds' : failed.join('; ');
    context.say(`${number + 1} of ${chosen.length}, ${breakage.name}: ${outcome}`);
  }
  if (!context.quick)
    for (const failure of hostFailures) {
      context.say(failure.name);
      rows.push(await hostsGone({ context, checks, failure }));
    }
  return { requestsPerSecond, modes: rows.length };
}
