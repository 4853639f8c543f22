/**
 * Returns a rate limiter whose callers wait for evenly spaced turns. Unused turns aren't saved, so there are no bursts.
 * @param perSecond above 0
 */
export function pacer(perSecond: number): () => Promise<void> {
  const apartMs = 1_000 / perSecond;
  let nextAt = 0;
  return async () => {
    const now = performance.now();
    const mine = Math.max(nextAt, now);
    nextAt = mine + apartMs;
    if (mine > now) await new Promise((resolve) => setTimeout(resolve, mine - now));
  };
}
