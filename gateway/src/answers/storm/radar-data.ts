/** Radar frames as the API shows them. Drops frames that are too old and recomputes the newest one's age. */
import type { ListFramesResponse, RadarBox, RadarFrame } from '@site/proto/gen/nest/weather/v1/radar';
import { radarAnswer, type Radar } from '@site/proto/weather/v1/radar.answers';
import type { z } from 'zod';
import { answerFrom } from '../answer-from.js';
import { addressOf } from '../pictures.js';
import type { Freshness } from '../refresh-ahead-cache.js';

const oldestMs = 2 * 60 * 60_000;
const mostFrames = 30;

const frameAnswer = radarAnswer.shape.frames.element;
const stillAnswer = radarAnswer.shape.still.unwrap();
const boxAnswer = radarAnswer.shape.box.unwrap();

type Frame = z.infer<typeof frameAnswer>;

function checked<Schema extends z.ZodType>(schema: Schema, made: unknown): z.output<Schema> | null {
  const { success, data } = schema.safeParse(made);
  return success ? data : null;
}

const frameOf = (frame: RadarFrame) =>
  checked(frameAnswer, answerFrom(frameAnswer, frame, { url: addressOf(frame.key) }));
const stillOf = (still: NonNullable<ListFramesResponse['still']>) =>
  checked(stillAnswer, answerFrom(stillAnswer, still, { url: addressOf(still.key) }));
const boxOf = (box: RadarBox | undefined) => (box ? checked(boxAnswer, answerFrom(boxAnswer, box)) : null);

/** Returns seconds, rounded up: an age must not be understated. */
function newestAge({ time }: Frame, message: ListFramesResponse, { ageMs, now }: Freshness): number {
  const toldMs = (message.newestAgeSeconds ?? 0) * 1_000 + ageMs;
  return Math.ceil(Math.max(0, toldMs, now - Date.parse(time)) / 1_000);
}

/** Converts radar frames, newest first, without frames that are too old or whose time is unreadable. */
export function radarData(message: ListFramesResponse, freshness: Freshness): Radar {
  // Drops frames with an unreadable time too.
  const isYoung = ({ time }: { time: string }) => freshness.now - Date.parse(time) <= oldestMs;
  const frames = message.frames
    .filter(isYoung)
    .map(frameOf)
    .filter((frame) => frame !== null)
    .toSorted((one, other) => Date.parse(other.time) - Date.parse(one.time))
    .slice(0, mostFrames);
  const [newest] = frames;
  const ok = newest !== undefined;
  const { still, reason, stale } = message;
  return {
    ok,
    reason: ok ? '' : reason === 'not configured' ? reason : 'failed',
    stale: stale || freshness.lost,
    frames,
    box: boxOf(message.box),
    newest_age_seconds: ok ? newestAge(newest, message, freshness) : null,
    has_echoes: ok && message.hasEchoes,
    still: still && isYoung(still) ? stillOf(still) : null,
    // The same clock as the Date header, from which caches compute age.
    server_time: new Date().toISOString(),
  };
}
