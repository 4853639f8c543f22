/** Which of a source's times become frames: the newest one, and before it one about every five minutes. */

const minuteMs = 60_000;
/** Frames older than this are not shown. */
export const oldestMs = 120 * minuteMs;
/** More are not listed. */
export const mostFrames = 30;
/** Frames are at least this far apart, except for the newest, … */
const leastStepMs = 4.5 * minuteMs;
/** … and a wider gap than this is filled where the source has something for it. */
const widestStepMs = 10.5 * minuteMs;

/**
 * The times to ask for, newest first.
 * @param available the source's times
 * @param known the times of the frames that are there, newest first
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
 * Without what the newest frame has made superfluous: the one before it goes when that was too close to its own predecessor.
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
