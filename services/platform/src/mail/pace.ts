import { setTimeout as pause } from 'node:timers/promises';

/**
 * Returns a rate limiter with evenly spaced turns. At most one unused turn is saved, so a burst is two messages.
 * @param perSecond above 0
 */
export function pacer(perSecond: number): () => Promise<void> {
  const apartMs = 1_000 / perSecond;
  let nextAt = 0;
  return async () => {
    const now = performance.now();
    // The time the previous message took is made up for, up to one turn.
    const slotAt = Math.max(nextAt, now - apartMs);
    nextAt = slotAt + apartMs;
    if (slotAt > now) await pause(slotAt - now);
  };
}
