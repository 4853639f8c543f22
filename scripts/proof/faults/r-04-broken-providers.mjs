import { setTimeout as wait } from 'node:timers/promises';
import { providersBelow } from '../../../simulator/addresses.mjs';
import { until } from '../../lib/until.mjs';
import { exchange, machineIsBusy, startLoad, textOf } from '../lib/http-load.mjs';

/** services/weather-proxy tests how the product handles each wrong response. */

export const name = 'R-04';
export const title = 'slow and broken providers';
export const rule =
  'However providers fail, visitors of a known place get the last good response within 150 ms and never a 5xx; an unknown place gets an honest 503 within 4.5 s; no page claims that there are no alerts; recovery takes 15 s.';
export const limitMinutes = 40;

const requestsPerSecond = 200;
const p99LimitMs = 150;
const coldLimitMs = 4_500;
const recoveryMs = 15_000;
/** Of a page's alerts: the age of the response plus that of the page. */
const pageAgeMs = 12_000;
/** As many as nginx keeps open to a gateway. */
const connections = 64;

/**
 * Behaviors of the simulator (simulator/README.md). Wrong content is for the weather documents; the other providers
 * return 500 meanwhile. `isHarmless`: must not be mistaken for a failure. `keepsAlerts`: the alert list stays usable.
 */
const failures = [
  { what: 'slow (5 s)', mode: 'slow', delay_ms: 5_000 },
  { what: 'hangs', mode: 'hang', isQuick: true },
  { what: 'a byte a second', mode: 'drip' },
  { what: 'cut in the middle', mode: 'reset' },
  { what: '429 with Retry-After', mode: 'http', status: 429, asksToWaitMs: 30_000 },
  { what: '500', mode: 'http', status: 500, isQuick: true },
  { what: '503 with Retry-After', mode: 'http', status: 503, asksToWaitMs: 30_000 },
  { what: '200 with a web page', mode: 'html' },
  { what: '50 MB', mode: 'huge' },
  { what: 'gzip bomb', mode: 'gzip_bomb' },
  { what: 'redirect', mode: 'redirect' },
  // Alerts without a usable polygon still name their counties, so the list stays valid.
  { what: 'numbers without end', mode: 'infinite', isContent: true, keepsAlerts: true },
  { what: '200 and 88 hours old', mode: 'stale', isContent: true, isQuick: true },
  { what: 'one of two works', mode: 'http', status: 500, spares: 'nws', isHarmless: true },
];

const places = [
  { lat: 35.2, lon: -91.84 },
  { lat: 34.76, lon: -92.28 },
];
const forecastPath = ({ lat, lon }) => `/main/weather/forecast?lat=${lat}&lon=${lon}&days=1`;
const stormPaths = ['radar', 'outlook', 'reports', 'rivers'].map((kind) => `/main/weather/${kind}`);

/** Repeated entries are more popular. */
const visits = [
  ...Array(6).fill(forecastPath(places[0])),
  ...Array(3).fill(forecastPath(places[1])),
  ...Array(4).fill('/main/weather/alerts'),
  ...Array(2).fill('/main/weather/tiles/temperature/6/15/25.png'),
  ...['conway', 'little', 'benton', 'hope'].map((text) => `/main/weather/search?q=${text}`),
  ...stormPaths,
  '/main/social/posts',
  '/now/pulaski',
  '/',
];

const weather = ['nws', 'weatherapi'];
/** All simulated ones, each below a path with its name. */
const providers = [...new Set(Object.values(providersBelow('')).map((path) => path.split('/')[1]))];

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

const read = async (product, path) => {
  const { status, elapsedMs, ...response } = await exchange({ url: product.url + path });
  return { status, elapsedMs, body: JSON.parse(textOf(response)) };
};

async function makeWell(product, since) {
  for (const provider of providers) await product.simulator.behave(provider, { mode: 'ok' });
  return until(
    'fresh responses',
    async () => {
      const forecasts = await Promise.all(places.map((place) => read(product, forecastPath(place))));
      const areFresh = forecasts.every(
        ({ body: { data } }) => data && !data.meta.stale && Date.parse(data.meta.fetchedAt) >= since,
      );
      const alerts = await read(product, '/main/weather/alerts');
      const storm = await Promise.all(stormPaths.map((path) => read(product, path)));
      const isStormFresh = storm.every(({ body: { data } }) =>
        (data.days ?? [data]).every(({ ok, stale }) => ok && !stale),
      );
      return areFresh && alerts.body.data.ok && isStormFresh && Date.now();
    },
    { withinMs: 60_000 },
  );
}

async function breakAndWatch({ product, failure, seconds, checks, number }) {
  const { what, asksToWaitMs = 0, isContent, isHarmless, keepsAlerts, spares, mode, status, delay_ms } = failure;
  const check = (condition, sentence) => checks.that(condition, `${what}: ${sentence}`);
  for (const path of visits) await fetch(product.url + path);
  const wasBusy = machineIsBusy();
  let brokenAt = Infinity;
  let noticedAt = Infinity;
  let untrue = 0;
  const load = startLoad({
    rate: requestsPerSecond,
    next: (index) => product.url + visits[index % visits.length],
    onResponse(response) {
      const { pathname } = new URL(response.url);
      if (response.status !== 200) return;
      if (pathname.endsWith('/forecast')) {
        if (Date.parse(JSON.parse(textOf(response)).data.meta.fetchedAt) > brokenAt + 1_000) untrue += 1;
      } else if (!keepsAlerts && pathname.startsWith('/now/') && response.startedAt > noticedAt + pageAgeMs) {
        if (textOf(response).includes('No Active Weather Alerts')) untrue += 1;
      }
    },
    connections,
  });
  for (const provider of providers) {
    const behavior =
      isContent && !weather.includes(provider) ? { mode: 'http', status: 500 } : { mode, status, delay_ms };
    if (provider !== spares) await product.simulator.behave(provider, behavior);
  }
  brokenAt = Date.now();
  if (!isHarmless)
    await checks.eventually(
      async () => {
        const forecast = await read(product, forecastPath(places[0]));
        const alerts = await read(product, '/main/weather/alerts');
        return forecast.body.data.meta.stale && (keepsAlerts || alerts.body.data.ok === false);
      },
      `${what}: it was not noticed`,
      { withinMs: 45_000 },
    );
  noticedAt = Date.now();
  const cold = await read(product, forecastPath({ lat: (33.1 + number * 0.02).toFixed(2), lon: -93.11 }));
  const page = await fetch(`${product.url}/now/${['izard', 'yell', 'polk', 'clay'][number % 4]}/still`);
  check(page.status === 200, `the page of an unknown place got ${page.status}`);
  if (!isHarmless) {
    check(cold.status === 503 && typeof cold.body.message === 'string', `an unknown place got ${cold.status}`);
    check(wasBusy || cold.elapsedMs <= coldLimitMs, `an unknown place waited ${cold.elapsedMs} ms`);
  }
  await wait(seconds * 1_000);
  const stats = await load.stop();
  const healedAt = Date.now();
  const recovered = await makeWell(product, healedAt).then(
    (freshAt) => freshAt - healedAt,
    () => Infinity,
  );
  const p99 = stats.percentile(0.99);
  check(stats.failed === 0, `visitors got ${stats.failures}`);
  check(
    isHarmless === true || untrue === 0,
    `${untrue} responses claim to be newer than possible, or that all is well`,
  );
  check(wasBusy || p99 <= p99LimitMs, `p99 ${p99} ms`);
  check(recovered <= recoveryMs + asksToWaitMs, `fresh again after ${recovered} ms`);
  return {
    failure: what,
    'noticed ms': noticedAt - brokenAt,
    statuses: stats.text,
    'p99 ms': p99,
    untrue,
    cold: `${cold.status} in ${Math.round(cold.elapsedMs)} ms`,
    'fresh after ms': recovered,
    machine: wasBusy ? 'busy' : 'quiet',
  };
}

export async function run({ checks, rows, quick, log, ...context }) {
  const product = await context.product({ fresh: true, environment });
  await makeWell(product, 0);
  const selected = failures.filter(({ isQuick }) => isQuick || !quick);
  for (const [number, failure] of selected.entries()) {
    log(`${number + 1} of ${selected.length}, ${failure.what}`);
    rows.push(await breakAndWatch({ product, failure, seconds: quick ? 12 : 20, checks, number }));
  }
  return { requestsPerSecond, modes: rows.length };
}
