/** Selects the newest time, and earlier ones about every five minutes. */

const minuteMs = 60_000;
export const oldestMs = 120 * minuteMs;
export const mostFrames = 30;
/** Except before the newest frame. */
const leastStepMs = 4.5 * minuteMs;
/** Wider gaps are filled if possible. */
const widestStepMs = 10.5 * minuteMs;

/**
 * Returns the times to request, newest first.
 * @param known the times of existing frames, newest first
 * @param fromMs the beginning of the loop
 */
export function wantedTimes(available: readonly number[], known: readonly number[], fromMs: number): number[] {
  const newest = Math.max(...available, -Infinity);
  const wanted: number[] = [];
  const isNew = newest > (known[0] ?? -Infinity);
  if (isNew) wanted.push(newest);
  const held = isNew ? [newest, ...known] : known;
  for (const [index, time] of held.entries()) {
    let upper = time;
    const lower = held[index + 1] ?? fromMs;
    while (upper - lower > widestStepMs) {
      const between = available.filter((each) => each <= upper - leastStepMs && each >= lower + leastStepMs);
      if (between.length === 0) break;
      upper = Math.max(...between);
      wanted.push(upper);
    }
  }
  return wanted;
}

/**
 * Removes the second frame if too close to the third.
 * @param frames newest first
 */
export function thinned<Frame extends { time: number }>(frames: readonly Frame[]): Frame[] {
  const kept: Frame[] = [];
  for (const [index, frame] of frames.entries()) {
    const earlier = frames[index + 1];
    if (index === 0 || !earlier || frame.time - earlier.time >= leastStepMs) kept.push(frame);
  }
  return kept.slice(0, mostFrames);
}
