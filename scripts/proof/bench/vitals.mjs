/* global window, document, requestAnimationFrame -- of the page, where some of these functions run */
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { startChromium } from '../../lib/chromium.mjs';
import { root } from '../../lib/checkout.mjs';
import { newFolder } from '../../lib/processes.mjs';
import { until } from '../../lib/until.mjs';
import { cpuSeconds, pssMb } from '../lib/process-usage.mjs';
import { burst, exchange, startLoad, textOf } from '../lib/http-load.mjs';
import { rounded } from '../lib/statistics.mjs';
import { hammer } from './lib/saturating-load.mjs';
import {
  edgeOfCoverage,
  kilobytesOf,
  newPhone,
  openTab,
  severalVisits,
  watchTransfers,
} from './lib/throttled-phone.mjs';
import { rounds } from './lib/alternating-rounds.mjs';
import { startSecondGateway } from './lib/second-gateway.mjs';
import { pathsOf } from './lib/sitemap-paths.mjs';

/**
 * What a phone sees of five pages, and what their documents cost the gateway: with the markup that it renders ("after"),
 * and without ("before"), each from a gateway of its own.
 */

const max = {
  LCP: 1_200,
  TBT: 60,
  CLS: 0.01,
  kB: 250,
  firstTextMs: 4_000,
  documentKb: 30,
  renderingMs: 15,
  moreMb: 60,
  crowdRatio: 1.2,
};
const min = { coldPerSecond: 60, readyRatio: 0.9 };

/** A page without requests for this long has finished loading. */
const quietMs = 2_000;
const giveUpMs = 240_000;

/** More than the gateway caches, so that requested in turn, none of them is ever cached. */
const coldAddresses = 200;
/** As many renderings as finish before their deadline. */
const coldConnections = 4;
const readyPerSecond = 200;

/**
 * Returns the worst session of layout shifts, as the metric is defined: at most five seconds, ended by a second without
 * a shift.
 */
function maxSessionShift(shifts) {
  let maxShift = 0;
  let session = { value: 0, from: 0, last: -Infinity };
  for (const { startTime, value } of shifts) {
    const goesOn = startTime - session.last < 1_000 && startTime - session.from < 5_000;
    session = goesOn
      ? { ...session, value: session.value + value, last: startTime }
      : { value, from: startTime, last: startTime };
    maxShift = Math.max(maxShift, session.value);
  }
  return maxShift;
}

/** Makes a cold visit on slow 4G. */
async function visit(browser, address) {
  const phone = await newPhone(browser);
  try {
    const { page, devTools } = await openTab(phone);
    const transfers = watchTransfers(page, devTools);
    await page.goto(address, { waitUntil: 'load' });
    await transfers.untilQuiet(quietMs);
    const { long, shifts, ...seen } = await page.evaluate(() => window.vitals);
    const TBT = long
      .filter(({ startTime }) => startTime >= seen.FCP)
      .reduce((sum, { duration }) => sum + Math.max(0, duration - 50), 0);
    return { ...seen, TBT, CLS: maxSessionShift(shifts), kB: kilobytesOf(transfers.files) };
  } finally {
    await phone.close();
  }
}

/** Runs in the page: records when the text was visible. */
function observeText(text) {
  const isPainted = () => performance.getEntriesByName('first-contentful-paint').length > 0;
  const checkText = () => {
    if (isPainted() && document.body.innerText.toLowerCase().includes(text)) window.textAt = performance.now();
    else setTimeout(() => requestAnimationFrame(checkText), 50);
  };
  requestAnimationFrame(checkText);
}

/** Returns how long a cold visit at the edge of coverage waits for a text. */
async function firstTextMs(browser, address, text) {
  const phone = await newPhone(browser);
  try {
    const { page } = await openTab(phone, { line: edgeOfCoverage });
    await page.addInitScript(observeText, text.toLowerCase());
    await page.goto(address, { waitUntil: 'commit', timeout: giveUpMs });
    const seen = await page.waitForFunction(() => window.textAt, undefined, { polling: 500, timeout: giveUpMs });
    return await seen.jsonValue();
  } finally {
    await phone.close();
  }
}

/** Visits all pages of a gateway. */
async function visits(browser, { url }, { pages, warning }) {
  // Without TLS, browsers accept brotli only from localhost.
  const local = url.replace('127.0.0.1', 'localhost');
  const metrics = {};
  for (const [name, path] of Object.entries(pages)) {
    const [seen] = await severalVisits(1, () => visit(browser, local + path));
    for (const metric of ['LCP', 'TBT', 'CLS', 'kB']) metrics[`${name} ${metric}`] = seen[metric];
  }
  return { ...metrics, firstTextMs: await firstTextMs(browser, `${local}/`, warning) };
}

const compressed = { 'accept-encoding': 'br' };

/** Measures what a gateway's documents cost. */
async function documents({ url, pid }, { cold, seconds }) {
  // As browsers ask; other clients cost the gateway more.
  const requests = cold.map((path) => ({ url: url + path, headers: compressed }));
  const cpuBefore = cpuSeconds([pid]);
  const from = performance.now();
  const { stats, responses } = await burst(requests, { concurrency: coldConnections });
  const coldPerSecond = responses.length / ((performance.now() - from) / 1_000);
  const cpuMs = ((cpuSeconds([pid]) - cpuBefore) / responses.length) * 1_000;
  if (stats.statuses[200] !== responses.length) throw new Error(`cold documents: ${stats.text}`);
  const renderedShare =
    responses.filter((response) => textOf(response).includes('<!--rendered-->')).length / responses.length;

  const home = await exchange({ url: `${url}/`, headers: compressed });
  const ready = await hammer({ url: `${url}/`, headers: compressed, connections: 32, seconds });

  // A crowd on cold addresses, beside visitors of a precomputed response.
  const visitors = startLoad({ rate: readyPerSecond, next: () => `${url}/main/home` });
  await wait(500);
  const crowd = await burst(requests, { keepBody: false });
  const visitorStats = await visitors.stop();
  for (const each of [crowd.stats, visitorStats]) if (each.failed > 0) throw new Error(`in a crowd: ${each.text}`);

  return {
    cpuMs,
    coldPerSecond,
    renderedShare,
    documentKb: home.body.length / 1_000,
    readyPerSecond: ready.requestsPerSecond,
    crowdP99Ms: visitorStats.percentile(0.99),
    mb: pssMb(pid),
  };
}

/** Returns the measured pages, the name of the first warning on the home page, and addresses that no cache has. */
async function subjectsOf({ url }) {
  const data = async (path) => (await (await fetch(url + path)).json()).data;
  const alert = await until('a warning', async () => (await data('/main/weather/alerts')).alerts[0], {
    withinMs: 60_000,
  });
  const [post] = await data('/main/post?limit=1');
  const listed = await pathsOf(url);
  const unknown = Array.from({ length: coldAddresses }, (_, number) => `/alert/bench-${number}`);
  return {
    pages: {
      home: '/',
      county: '/county/pulaski',
      forecast: '/forecast',
      warning: `/warning/${encodeURIComponent(alert.event_key)}`,
      post: `/blog/${post.slug}`,
    },
    warning: alert.event,
    cold: [...listed, ...unknown].slice(0, coldAddresses),
  };
}

/** Starts the gateways to compare: the product's, and one whose build has no renderer. */
async function startGateways(product, defer) {
  const webRoot = newFolder('bench');
  defer(() => rmSync(webRoot, { recursive: true, force: true }));
  cpSync(join(root, 'web/dist'), webRoot, { recursive: true, filter: (file) => !file.endsWith('/.server') });
  return {
    before: await startSecondGateway(product, defer, { environment: { WEB_ROOT: webRoot } }),
    after: await startSecondGateway(product, defer),
  };
}

const digitsOf = { CLS: 3, renderedShare: 2, kB: 1 };

export const benchmark = {
  name: 'vitals',
  title: 'Five pages on a slow phone, and the cost of their documents, beside documents without markup',
  goal: `LCP ≤ ${max.LCP / 1_000} s, TBT ≤ ${max.TBT} ms, CLS ≤ ${max.CLS}, ≤ ${max.kB} kB each; first warning at 35 kbit/s ≤ ${max.firstTextMs / 1_000} s; home ≤ ${max.documentKb} kB; rendering ≤ ${max.renderingMs} ms of CPU, ≥ ${min.coldPerSecond} cold documents/s, ready ones ≥ ${min.readyRatio} ×, +${max.moreMb} MB; p99 beside ${coldAddresses} cold addresses ≤ ${max.crowdRatio} ×`,
  limitMinutes: 40,

  async run({ quick, product, defer, log }) {
    const running = await product();
    const subjects = await subjectsOf(running);
    const gateways = await startGateways(running, defer);
    const browser = await startChromium(['--disable-gpu']);
    defer(() => browser.close());
    const each = (measure) =>
      Object.fromEntries(Object.entries(gateways).map(([name, gateway]) => [name, () => measure(gateway)]));
    const count = quick ? 1 : 5;

    const costs = await rounds(
      each((gateway) => documents(gateway, { ...subjects, seconds: quick ? 1 : 2 })),
      count,
    );
    log('documents measured');
    const seen = await rounds(
      each((gateway) => visits(browser, gateway, subjects)),
      count,
    );
    const before = { ...seen.before, ...costs.before };
    const after = { ...seen.after, ...costs.after };

    const renderingMs = after.cpuMs - before.cpuMs;
    const moreMb = after.mb - before.mb;
    const readyRatio = after.readyPerSecond / before.readyPerSecond;
    const crowdRatio = after.crowdP99Ms / before.crowdP99Ms;
    const misses = [
      ...Object.entries(after).filter(([name, value]) => value > max[name.split(' ').at(-1)]),
      ...Object.entries({ renderingMs, moreMb, crowdRatio }).filter(([name, value]) => value > max[name]),
      ...Object.entries({ readyRatio, coldPerSecond: after.coldPerSecond * after.renderedShare }).filter(
        ([name, value]) => value < min[name],
      ),
    ].map(([name]) => name);
    const short = (name, value) => rounded(value, digitsOf[name.split(' ').at(-1)] ?? (value < 100 ? 1 : 0));
    const rows = Object.keys(after).map((what) => ({
      what,
      before: short(what, before[what]),
      after: short(what, after[what]),
    }));
    const ratios = { renderingMs, moreMb, readyRatio, crowdRatio };
    return {
      passed: misses.length === 0,
      measured: misses.length === 0 ? 'all met' : `missed: ${misses.join(', ')}`,
      details: {
        misses,
        ...Object.fromEntries(Object.entries(ratios).map(([name, value]) => [name, rounded(value)])),
        before: Object.fromEntries(rows.map((row) => [row.what, row.before])),
        after: Object.fromEntries(rows.map((row) => [row.what, row.after])),
      },
      rows,
    };
  },
};
