/**
 * Preloaded into the product's processes (--import, with --expose-gc): collects garbage while there is little to do. V8 would keep
 * it for hours then; what the start alone leaves behind is a third of a process's memory. It takes two collections: the young
 * generation is made smaller only by one that follows some calm seconds.
 */
const everyMs = 10_000;
/** A twentieth of a processor: with more to do than that, V8 collects by itself, and a pause would be felt. */
const idleBelow = 0.05;
const worthCollectingBytes = 12 * 1024 * 1024;
/** Soon after work, then ever more rarely: some of what is free lies between what is used, and cannot be given back. */
const mostTurnsApart = 64;

let before = process.cpuUsage();
let turnsApart = 1;
let turns = 0;

setInterval(() => {
  const { user, system } = process.cpuUsage(before);
  before = process.cpuUsage();
  turns += 1;
  if ((user + system) / 1_000 > everyMs * idleBelow) {
    turnsApart = 1;
    turns = 0;
  } else if (turns >= turnsApart) {
    turnsApart = Math.min(2 * turnsApart, mostTurnsApart);
    turns = 0;
    const { heapTotal, heapUsed } = process.memoryUsage();
    if (heapTotal - heapUsed > worthCollectingBytes) globalThis.gc?.();
  }
}, everyMs).unref();
