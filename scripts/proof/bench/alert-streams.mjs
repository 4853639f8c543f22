import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { rssMb } from '../lib/process-usage.mjs';
import { startSiteNginx } from '../lib/nginx.mjs';
import { percentile, rounded } from '../lib/statistics.mjs';
import { until } from '../../lib/until.mjs';
import { warning } from './lib/warning-feature.mjs';

const maxMedianSeconds = 0.5;
const maxP99Seconds = 2;
const maxKilobytes = 8;
const changes = 5;

export const benchmark = {
  name: 'alert-streams',
  title: 'a new warning: weather proxy → gateway → 10,000 open pages following the stream of changes',
  goal: `p50 ≤ ${maxMedianSeconds} s, p99 ≤ ${maxP99Seconds} s, ≤ ${maxKilobytes} kB of gateway memory per page`,

  async run({ quick, product, log, defer }) {
    const environment = { ALERTS_POLL_SECONDS: '5', TRUSTED_PROXY_CIDR: '127.0.0.0/8', RATE_LIMIT_SCALE: '1000' };
    const running = await product({ environment, fresh: true });
    const count = quick ? 2_000 : 10_000;
    const features = [];
    const publish = async () => {
      features.push(warning(features.length + 1, new Date()));
      await running.simulator.playAlerts(features);
    };
    await publish();
    await until('the first warning', async () => (await alertsOf(running.url)).alerts.length === 1, {
      withinMs: 30_000,
    });

    const before = await settledMb(running);
    const pages = fork(join(import.meta.dirname, 'bare/stream-readers.mjs'), {
      execArgv: ['--max-old-space-size=2048'],
    });
    defer(() => pages.kill());
    const site = await startSiteNginx(running.url);
    defer(site.stop);
    pages.send({ gateway: running.url, cache: site.url, count });
    const [{ failed: refusal }] = await once(pages, 'message');
    if (refusal) throw new Error(`a stream was refused: ${refusal}`);
    log(`${count} pages are open`);
    const kilobytes = (((await settledMb(running)) - before) * 1_024) / count;

    const delays = [];
    let failed = 0;
    for (let change = 0; change < (quick ? 2 : changes); change += 1) {
      await running.simulator.forget();
      await publish();
      const times = new Map();
      let newest;
      await until(
        'all pages to show it',
        async () => {
          pages.send({ report: true });
          const [{ fetched, rejected }] = await once(pages, 'message');
          failed += rejected;
          for (const { version, at } of fetched) times.set(version, [...(times.get(version) ?? []), at]);
          const list = await alertsOf(running.url);
          newest = list.alerts.length === features.length ? list.version : undefined;
          return (times.get(newest)?.length ?? 0) + failed >= count;
        },
        { withinMs: 60_000, intervalMs: 500 },
      );
      const poll = (await running.simulator.calls()).find(({ path }) => path.startsWith('/alerts'));
      delays.push(...times.get(newest).map((at) => (at - Date.parse(poll.at)) / 1_000));
    }

    const details = {
      pages: count,
      medianSeconds: rounded(percentile(delays, 0.5)),
      p99Seconds: rounded(percentile(delays, 0.99)),
      kilobytesPerPage: rounded(kilobytes, 1),
      failed,
    };
    return {
      passed:
        details.medianSeconds <= maxMedianSeconds &&
        details.p99Seconds <= maxP99Seconds &&
        kilobytes <= maxKilobytes &&
        failed === 0,
      details,
    };
  },
};

/**
 * Returns the gateway's resident memory after two full collections, the second of which returns what the first freed
 * (collect-idle-garbage.mjs).
 */
async function settledMb(running) {
  const collections = async () => {
    const lines = (await running.metrics('gateway')).split('\n');
    const line = lines.find((each) => /^nodejs_gc_duration_seconds_count\{.*kind="major"/.test(each));
    return Number(line?.split(' ').at(-1) ?? 0);
  };
  const before = await collections();
  await until('the gateway to collect its garbage', async () => (await collections()) >= before + 2, {
    withinMs: 180_000,
    intervalMs: 2_000,
  });
  return rssMb(running.pids().gateway);
}

const alertsOf = async (url) => (await (await fetch(`${url}/main/weather/alerts`)).json()).data;
