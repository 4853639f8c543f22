import { setTimeout as wait } from 'node:timers/promises';
import { warning } from './lib/warning-feature.mjs';
import { median, rounded } from '../lib/statistics.mjs';

const maxMedianSeconds = 17;
const maxSeconds = 34;
const maxPageSeconds = 45;
/** From the provider's response with the warning to the gateway's. */
const maxHopSeconds = 2;

const secondsSince = (timestamp) => (Date.now() - timestamp) / 1_000;

const idsOf = async (url) => {
  const { data } = await (await fetch(`${url}/main/weather/alerts`)).json();
  return { ids: new Set(data.alerts.map(({ id }) => id)), pollSeconds: data.pollSeconds };
};

export const benchmark = {
  name: 'alert-latency',
  title: 'a new warning: provider → gateway → open page, with one poll of the provider in 30 s',
  goal: `gateway: median ≤ ${maxMedianSeconds} s, worst ≤ ${maxSeconds} s, ≤ ${maxHopSeconds} s after the poll; open page ≤ ${maxPageSeconds} s`,

  async run({ quick, product, log }) {
    const running = await product({ environment: { ALERTS_POLL_SECONDS: '30' }, fresh: true });
    const count = quick ? 20 : 60;
    // Not a divisor of 30 s, so that warnings fall at different points between polls.
    const intervalMs = quick ? 4_700 : 3_100;
    const listed = [];
    const atGateway = new Map();
    const onPages = new Map();
    await running.simulator.playAlerts([]);
    await running.simulator.forget();
    let publishing = true;

    const watchGateway = async () => {
      while (publishing || atGateway.size < listed.length) {
        const { ids } = await idsOf(running.url);
        for (const { id, at } of listed) if (ids.has(id) && !atGateway.has(id)) atGateway.set(id, secondsSince(at));
        await wait(100);
      }
    };
    /** Polls as the responses say. */
    const openPage = async (delayMs) => {
      await wait(delayMs);
      const seen = new Set();
      while (publishing || seen.size < listed.length) {
        const { ids, pollSeconds } = await idsOf(running.url);
        for (const { id, at } of listed) {
          if (!ids.has(id) || seen.has(id)) continue;
          seen.add(id);
          // Excludes warnings from before the page was opened.
          if (at > openedAt + delayMs) onPages.set(id, Math.max(onPages.get(id) ?? 0, secondsSince(at)));
        }
        await wait(pollSeconds * 1_000);
      }
    };
    const openedAt = Date.now();
    // With one warning, pages poll as often as in a storm.
    const features = [];
    const publish = async () => {
      const at = new Date();
      features.push(warning(features.length + 1, at));
      await running.simulator.playAlerts(features);
      listed.push({ id: `urn:oid:bench.${features.length}`, at: at.getTime() });
    };
    await publish();
    const watching = [watchGateway(), openPage(0), openPage(3_000), openPage(7_000)];
    log(`${count} warnings, one every ${intervalMs / 1_000} s`);
    while (listed.length < count) {
      await wait(intervalMs);
      await publish();
    }
    publishing = false;
    await Promise.all(watching);

    const polls = (await running.simulator.calls())
      .filter(({ path }) => path.startsWith('/alerts'))
      .map(({ at }) => Date.parse(at));
    const gaps = polls.slice(1).map((at, index) => (at - polls[index]) / 1_000);
    // The first poll after a warning was listed included it.
    const hops = listed.map(({ id, at }) => {
      const poll = polls.find((timestamp) => timestamp >= at);
      return poll === undefined ? 0 : (at + atGateway.get(id) * 1_000 - poll) / 1_000;
    });
    // The first one was listed while the product started.
    const seconds = [...atGateway.values()].slice(1);
    const details = {
      medianSeconds: rounded(median(seconds), 1),
      slowestSeconds: rounded(Math.max(...seconds), 1),
      slowestHopSeconds: rounded(Math.max(...hops), 2),
      slowestPageSeconds: rounded(Math.max(...onPages.values()), 1),
      shortestGapSeconds: rounded(Math.min(...gaps), 1),
      warnings: listed.length,
    };
    return {
      passed:
        details.medianSeconds <= maxMedianSeconds &&
        details.slowestSeconds <= maxSeconds &&
        details.slowestHopSeconds <= maxHopSeconds &&
        details.slowestPageSeconds <= maxPageSeconds &&
        details.shortestGapSeconds >= 29.5,
      details,
    };
  },
};
