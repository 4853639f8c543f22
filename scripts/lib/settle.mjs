/**
 * Preloaded into the product's processes (--import, with --expose-gc): collects garbage while there is little to do. V8 would keep
 * it for hours then; what the start alone leaves behind is a third of a process's memory. It takes two collections: the young
 * generation is made smaller only by one that follows some calm seconds.
 */
const everyMs = 10_000;
/** A twentieth of a processor: with more to do than that, V8 collects by itself, and a pause would be felt. */
const idleBelow = 0.05;
const worthCollectingBytes = 12 * 1024 * 1024;

let before = process.cpuUsage();

setInterval(() => {
  const { user, system } = process.cpuUsage(before);
  before = process.cpuUsage();
  if ((user + system) / 1_000 > everyMs * idleBelow) return;
  const { heapTotal, heapUsed } = process.memoryUsage();
  if (heapTotal - heapUsed > worthCollectingBytes) globalThis.gc?.();
}, everyMs).unref();
