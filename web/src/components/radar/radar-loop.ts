/** Selects the radar pictures for the loop and what the page may claim about them. */
import type { RadarFrame } from '@site/proto/weather/v1/radar.responses';
import type { ClockReading } from '../time/clock.js';
import { newestAgeMs, type TimedRadar } from './radar-query.js';

export interface LoopFrame extends Omit<RadarFrame, 'time'> {
  /** Time of the scan in milliseconds since 1970 UTC, by the upstream clock. */
  time: number;
}

/** In degrees; in Web Mercator the bounds fill the whole picture. */
export type RadarBox = NonNullable<TimedRadar['box']>;

export type RadarState =
  | { kind: 'waiting' }
  | { kind: 'unavailable'; reason: 'not configured' | 'failed' }
  | {
      kind: 'frames';
      /** Oldest first, at least one. */
      frames: LoopFrame[];
      box: RadarBox;
      newestAgeMs: number;
      /** Too old to judge a storm by. */
      isOld: boolean;
      isStale: boolean;
      hasEchoes: boolean;
    };

const minuteMs = 60_000;
export const oldAfterMs = 15 * minuteMs;
const overAfterMs = 120 * minuteMs;

export const maxFrames = 12;
const maxLoopBytes = 1_000_000;
const steps = { fine: 5 * minuteMs, coarse: 10 * minuteMs };

/**
 * Returns the last picture of each time step. Steps are aligned to the clock, so that the others stay the same when a
 * new picture arrives.
 */
function pickFramePerStep(frames: LoopFrame[], stepMs: number): LoopFrame[] {
  const stepOf = ({ time }: LoopFrame) => Math.floor(time / stepMs);
  return frames.filter((frame, index) => {
    const next = frames[index + 1];
    return !next || stepOf(next) !== stepOf(frame);
  });
}

/** Returns pictures oldest first, in steps of five minutes, or ten where that would be too many. */
export function loopFrames(frames: readonly RadarFrame[]): LoopFrame[] {
  const byTime = new Map<number, LoopFrame>();
  for (const frame of frames) {
    const time = Date.parse(frame.time);
    if (!Number.isNaN(time)) byTime.set(time, { ...frame, time });
  }
  const all = [...byTime.values()].sort((one, other) => one.time - other.time);
  const fine = pickFramePerStep(all, steps.fine);
  const selected = fine.length <= maxFrames ? fine : pickFramePerStep(all, steps.coarse).slice(-maxFrames);
  let bytes = 0;
  const first = selected.findLastIndex((frame) => (bytes += frame.size_bytes) > maxLoopBytes) + 1;
  // Includes the newest regardless of its size.
  return selected.slice(Math.min(first, selected.length - 1));
}

/** Returns what the page can show. Radar counts as unavailable once its newest frame is too old. */
export function radarState(poll: { data: TimedRadar | undefined; isPending: boolean }, now: ClockReading): RadarState {
  const { data, isPending } = poll;
  if (!data) return isPending ? { kind: 'waiting' } : { kind: 'unavailable', reason: 'failed' };
  const ageMs = newestAgeMs(data, now);
  const frames = loopFrames(data.frames);
  if (!data.ok || !data.box || ageMs === undefined || ageMs > overAfterMs || frames.length === 0)
    return { kind: 'unavailable', reason: data.reason === 'not configured' ? 'not configured' : 'failed' };
  return {
    kind: 'frames',
    frames,
    box: data.box,
    newestAgeMs: ageMs,
    isOld: ageMs > oldAfterMs,
    isStale: data.stale,
    hasEchoes: data.has_echoes,
  };
}
