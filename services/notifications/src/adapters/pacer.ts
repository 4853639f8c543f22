/**
 * Lets so many through in a second, evenly. Whoever asks waits for a turn; one that was not taken is not saved.
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
