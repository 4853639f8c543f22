/** A clock for ages, which neither sleep nor a changed system time can shorten. */
import type { Clock } from '@site/platform/base/clock';

/** Above what synchronizing the system time adds at once. */
const jumpMs = 500;
/** System time minus monotonic time at the last reading, and how much of it the machine has slept. */
// eslint-disable-next-line no-restricted-syntax -- compared with the monotonic clock
let lastOffsetMs = Date.now() - performance.now();
let sleptMs = 0;

export const steadyClock: Clock = {
  now: () => Date.now(),
  /** The monotonic clock stops while the machine sleeps; the system time counts sleep but can be set back. */
  elapsed() {
    const steadyMs = performance.now();
    // eslint-disable-next-line no-restricted-syntax -- compared with the monotonic clock
    const offsetMs = Date.now() - steadyMs;
    if (offsetMs - lastOffsetMs > jumpMs) sleptMs += offsetMs - lastOffsetMs;
    lastOffsetMs = offsetMs;
    return steadyMs + sleptMs;
  },
};
