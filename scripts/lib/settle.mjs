/**
 * Preloaded into the product's processes (--import, with --expose-gc): what starting has left behind is collected once, when
 * the start is over. A process with little to do would keep it for hours, a third of its memory.
 */
const settledAfterMs = 15_000;

setTimeout(() => globalThis.gc?.(), settledAfterMs).unref();
