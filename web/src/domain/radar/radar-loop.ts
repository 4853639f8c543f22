import type { RadarFrame } from '@site/proto/weather/v1/radar.answers';
import type { Moment } from '../time/clock.js';
import { newestAgeMs, type HeardRadar } from './radar-query.js';

/** Which of the radar's pictures make the loop, and what may be said of them. */

export interface LoopFrame extends Omit<RadarFrame, 'time'> {
  /** When the radars saw it, milliseconds since 1970 UTC by the source. */
  time: number;
}

/** What a picture covers, in degrees; in Web Mercator it is the whole picture. */
export type RadarBox = NonNullable<HeardRadar['box']>;

export type RadarState =
  /** The first answer is on its way. */
  | { kind: 'waiting' }
  | { kind: 'unavailable'; reason: 'not configured' | 'failed' }
  | {
      kind: 'frames';
      /** The oldest first, at least one. */
      frames: LoopFrame[];
      box: RadarBox;
      newestAgeMs: number;
      /** Older than what a storm may be judged by. */
      isOld: boolean;
      /** A new picture was due and has not come. */
      isLate: boolean;
      hasEchoes: boolean;
    };

const minuteMs = 60_000;
export const oldAfterMs = 15 * minuteMs;
/** What is older is no radar any more. */
const overAfterMs = 120 * minuteMs;

/** The most pictures of a loop, and the most that it may weigh. */
export const mostFrames = 12;
const mostLoopBytes = 1_000_000;
const steps = { fine: 5 * minuteMs, coarse: 10 * minuteMs };

/** The last picture of every step of the clock. Steps of the clock and not of the newest: the others stay when a new one comes. */
function everyStep(frames: LoopFrame[], stepMs: number): LoopFrame[] {
  const stepOf = ({ time }: LoopFrame) => Math.floor(time / stepMs);
  return frames.filter((frame, index) => {
    const next = frames[index + 1];
    return !next || stepOf(next) !== stepOf(frame);
  });
}

/** The pictures of the loop, the oldest first: steps of five minutes, of ten where that would be too many. */
export function loopFrames(given: readonly RadarFrame[]): LoopFrame[] {
  const byTime = new Map<number, LoopFrame>();
  for (const frame of given) {
    const time = Date.parse(frame.time);
    if (!Number.isNaN(time)) byTime.set(time, { ...frame, time });
  }
  const all = [...byTime.values()].sort((one, other) => one.time - other.time);
  const fine = everyStep(all, steps.fine);
  const chosen = fine.length <= mostFrames ? fine : everyStep(all, steps.coarse).slice(-mostFrames);
  let bytes = 0;
  const first = chosen.findLastIndex((frame) => (bytes += frame.size_bytes) > mostLoopBytes) + 1;
  // The newest is shown whatever it weighs.
  return chosen.slice(Math.min(first, chosen.length - 1));
}

/** What is known of the radar now. */
export function radarState(poll: { data: HeardRadar | undefined; isPending: boolean }, now: Moment): RadarState {
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
    isLate: data.stale,
    hasEchoes: data.has_echoes,
  };
}
