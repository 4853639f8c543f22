/** Selects the newest time, and earlier ones about every five minutes. */

const minuteMs = 60_000;
export const oldestMs = 120 * minuteMs;
export const maxFrames = 30;
/** Except before the newest frame. */
const minStepMs = 4.5 * minuteMs;
/** Wider gaps are filled if possible. */
const maxStepMs = 10.5 * minuteMs;

/**
 * Returns the times to request, newest first.
 * @param existing the times of existing frames, newest first
 * @param fromMs the beginning of the loop
 */
export function selectTimes(available: readonly number[], existing: readonly number[], fromMs: number): number[] {
  const newest = Math.max(...available, -Infinity);
  const selected: number[] = [];
  const isNew = newest > (existing[0] ?? -Infinity);
  if (isNew) selected.push(newest);
  const times = isNew ? [newest, ...existing] : existing;
  for (const [index, time] of times.entries()) {
    let upper = time;
    const lower = times[index + 1] ?? fromMs;
    while (upper - lower > maxStepMs) {
      const between = available.filter((each) => each <= upper - minStepMs && each >= lower + minStepMs);
      if (between.length === 0) break;
      upper = Math.max(...between);
      selected.push(upper);
    }
  }
  return selected;
}

/**
 * Removes the second frame if too close to the third.
 * @param frames newest first
 */
export function dropCloseFrames<Frame extends { time: number }>(frames: readonly Frame[]): Frame[] {
  const retained: Frame[] = [];
  for (const [index, frame] of frames.entries()) {
    const earlier = frames[index + 1];
    if (index === 0 || !earlier || frame.time - earlier.time >= minStepMs) retained.push(frame);
  }
  return retained.slice(0, maxFrames);
}
