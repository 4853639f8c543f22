import { until } from '../lib/until.mjs';

/** The first start prepares a dozen sample pictures, in two processes that give way to others. */
const longestMs = 300_000;

/** How many tasks a process still has before it, as its metrics say. */
async function tasksLeft(metricsUrl) {
  const metrics = await (await fetch(metricsUrl)).text();
  const [, left] = /^outbox_unprocessed (\d+)$/m.exec(metrics) ?? [];
  if (left === undefined) throw new Error(`${metricsUrl} does not say how much is left`);
  return Number(left);
}

/**
 * Waits until processes have nothing left to do.
 * @param {string[]} metricsUrls of those with an outbox
 */
export async function untilNothingIsLeft(metricsUrls) {
  await until(
    'the sample pictures',
    async () => (await Promise.all(metricsUrls.map(tasksLeft))).every((left) => left === 0),
    { withinMs: longestMs },
  );
}
