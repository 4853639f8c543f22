import { Agent } from 'node:http';
import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { startLoad } from '../lib/http-load.mjs';
import { jobSeconds } from './lib/job-seconds.mjs';
import { median, percentile, rounded } from '../lib/statistics.mjs';
import { atOnce, fourMegabytes, sendPhoto } from './lib/send-photos.mjs';

const minPerMinute = 60;
const maxSlowdown = 1.2;
const readsPerSecond = 100;

/** Reads at a constant rate until stopped; then reports the response times. */
function readHome(url) {
  const times = [];
  const load = startLoad({
    rate: readsPerSecond,
    next: () => ({ url: `${url}/main/home`, headers: { 'Accept-Encoding': 'br' } }),
    connections: 16,
    onResponse({ status, elapsedMs }) {
      if (status !== 200) throw new Error(`a read returned ${status}`);
      times.push(elapsedMs);
    },
  });
  return {
    async stop() {
      await load.stop();
      return { p50Ms: median(times), p95Ms: percentile(times, 0.95), reads: times.length };
    },
  };
}

export const benchmark = {
  name: 'pictures',
  title: 'Twelve-megapixel photos through the worker (four widths, WebP and JPEG), and reads meanwhile',
  goal: `≥ ${minPerMinute} a minute, reads ≤ ${maxSlowdown} × as slow`,

  async run({ quick, product, log }) {
    const running = await product();
    const count = quick ? 16 : 60;
    const photo = await fourMegabytes();
    await running.untilImagesProcessed();

    // Until all photos have arrived: `upload` measures how fast they arrive.
    running.signalWorkers('SIGSTOP');
    const agent = new Agent({ keepAlive: true, maxSockets: 8 });
    let before;
    try {
      const responses = await atOnce(count, 8, (number) =>
        sendPhoto(running.url, photo, { comment: `Photo ${number} ${Date.now()}`, agent }),
      );
      const bad = responses.find(({ status }) => status !== 201);
      if (bad) throw new Error(`a photo returned ${bad.status ?? bad.error}`);
      const reads = readHome(running.url);
      await wait(quick ? 6_000 : 15_000);
      before = await reads.stop();
    } finally {
      running.signalWorkers('SIGCONT');
      agent.destroy();
    }
    log(`${count} photos have arrived, the worker resumes`);
    const secondsByPart = () => jobSeconds(running, 'moderation', 'process-picture');
    const spentBefore = await secondsByPart();
    const from = performance.now();
    const reads = readHome(running.url);
    await running.untilImagesProcessed({ withinMs: 300_000, intervalMs: 200 });
    const minutes = (performance.now() - from) / 60_000;
    const during = await reads.stop();
    const rejected = await running.countImages('rejected');
    if (rejected > 0) throw new Error(`${rejected} photos were rejected`);
    const spentAfter = await secondsByPart();
    const spent = (part) => (spentAfter[part] ?? 0) - (spentBefore[part] ?? 0);
    const share = (seconds) => Math.round((100 * seconds) / spent('job'));
    const shares = {
      'image work %': share(spent('image')),
      'object store %': share(spent('store')),
      'database, queue %': share(spent('job') - spent('image') - spent('store')),
    };

    const perMinute = Math.round(count / minutes);
    const slower = during.p50Ms / before.p50Ms;
    return {
      passed: perMinute >= minPerMinute && slower <= maxSlowdown,
      details: { perMinute, slower: rounded(slower, 3), ...shares },
      rows: Object.entries({ 'worker idle': before, 'worker busy': during }).map(
        ([when, { p50Ms, p95Ms, reads: n }]) => ({
          reads: when,
          count: n,
          'p50 ms': rounded(p50Ms),
          'p95 ms': rounded(p95Ms),
        }),
      ),
    };
  },
};
