/**
 * Preloaded into the product's processes (--import, with --expose-gc): collects garbage while the process is nearly
 * idle. V8 would keep it for hours, and startup garbage is a third of a process's memory. The second collection shrinks
 * the young generation.
 */
const pollIntervalMs = 10_000;
/** Above a twentieth of a processor, V8 collects often enough, and a pause would be noticeable. */
const idleBelow = 0.05;
const worthCollectingBytes = 12 * 1024 * 1024;
/** Less and less often: fragmentation keeps some free memory from being returned. */
const maxTurnInterval = 64;

let before = process.cpuUsage();
let turnsApart = 1;
let turns = 0;

setInterval(() => {
  const { user, system } = process.cpuUsage(before);
  before = process.cpuUsage();
  turns += 1;
  if ((user + system) / 1_000 > pollIntervalMs * idleBelow) {
    turnsApart = 1;
    turns = 0;
  } else if (turns >= turnsApart) {
    turnsApart = Math.min(2 * turnsApart, maxTurnInterval);
    turns = 0;
    const { heapTotal, heapUsed } = process.memoryUsage();
    if (heapTotal - heapUsed > worthCollectingBytes) globalThis.gc?.();
  }
}, pollIntervalMs).unref();
