import { setTimeout as wait } from 'node:timers/promises';
import { until } from '../../lib/until.mjs';
import { startFeed } from './lib/nwws-feed.mjs';
import { median, rounded } from '../lib/statistics.mjs';

const maxSeconds = 2;

export const benchmark = {
  name: 'nwws-latency',
  title: 'a new warning: NWWS-OI feed → gateway, before the alert list has it',
  goal: `each within ${maxSeconds} s`,

  async run({ quick, product, log, defer }) {
    const feed = await startFeed(defer);
    const running = await product({ environment: { ALERTS_POLL_SECONDS: '30', ...feed.environment }, fresh: true });
    await running.simulator.playAlerts([]);
    await feed.untilFollowed();
    const listed = async () => {
      const { data } = await (await fetch(`${running.url}/main/weather/alerts`)).json();
      return data.alerts;
    };

    const count = quick ? 15 : 50;
    log(`${count} warnings, one after another`);
    const seconds = [];
    for (let number = 1; number <= count; number += 1) {
      const issuedAt = await feed.warn(number);
      const name = `urn:nwws:KLZK.TO.W.${String(number).padStart(4, '0')}.`;
      const isListed = async () => (await listed()).some(({ id }) => id.startsWith(name));
      await until(`${name} at the gateway`, isListed, { intervalMs: 10 });
      seconds.push((Date.now() - issuedAt) / 1_000);
      // Out of step with anything that happens each second.
      await wait(100 + (number % 7) * 90);
    }
    const fromFeed = (await listed()).filter(({ id }) => id.startsWith('urn:nwws:'));
    const isMarked = fromFeed.length === count && fromFeed.every((alert) => alert.from_nwws);
    if (!isMarked) log('some are not marked as coming from the feed');
    const details = { medianSeconds: rounded(median(seconds)), slowestSeconds: rounded(Math.max(...seconds)), count };
    return {
      passed: details.slowestSeconds <= maxSeconds && isMarked,
      details,
    };
  },
};
