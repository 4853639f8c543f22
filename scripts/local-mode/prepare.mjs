import { until } from '../lib/until.mjs';

/** The first start processes a dozen sample pictures, in two low-priority processes. */
const longestMs = 300_000;

/** Returns a process's number of pending tasks, from its metrics. */
async function tasksLeft(metricsUrl) {
  const metrics = await (await fetch(metricsUrl)).text();
  const [, left] = /^outbox_unprocessed (\d+)$/m.exec(metrics) ?? [];
  if (left === undefined) throw new Error(`${metricsUrl} does not report pending tasks`);
  return Number(left);
}

/**
 * Waits until processes have no pending tasks.
 * @param {string[]} metricsUrls of those with an outbox
 */
export async function untilNothingIsLeft(metricsUrls) {
  await until(
    'the sample pictures',
    async () => (await Promise.all(metricsUrls.map(tasksLeft))).every((left) => left === 0),
    { withinMs: longestMs },
  );
}
