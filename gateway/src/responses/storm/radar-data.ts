/** Radar frames as the API shows them. Drops frames that are too old and recomputes the newest one's age. */
import type { ListFramesResponse, RadarBox, RadarFrame } from '@site/proto/gen/nest/weather/v1/radar';
import { radarResponse, type Radar } from '@site/proto/weather/v1/radar.responses';
import type { z } from 'zod';
import { toResponse } from '../response-from.js';
import { addressOf } from '../image-json.js';
import type { Freshness } from '../refresh-ahead-cache.js';

const oldestMs = 2 * 60 * 60_000;
const maxFrames = 30;

const frameSchema = radarResponse.shape.frames.element;
const stillSchema = radarResponse.shape.still.unwrap();
const boxSchema = radarResponse.shape.box.unwrap();

type Frame = z.infer<typeof frameSchema>;

function checked<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> | null {
  const { success, data } = schema.safeParse(value);
  return success ? data : null;
}

const frameOf = (frame: RadarFrame) =>
  checked(frameSchema, toResponse(frameSchema, frame, { url: addressOf(frame.key) }));
const stillOf = (still: NonNullable<ListFramesResponse['still']>) =>
  checked(stillSchema, toResponse(stillSchema, still, { url: addressOf(still.key) }));
const boxOf = (box: RadarBox | undefined) => (box ? checked(boxSchema, toResponse(boxSchema, box)) : null);

/** Returns seconds, rounded up: an age must not be understated. */
function newestAge({ time }: Frame, message: ListFramesResponse, { ageMs, now }: Freshness): number {
  const reportedAgeMs = (message.newestAgeSeconds ?? 0) * 1_000 + ageMs;
  return Math.ceil(Math.max(0, reportedAgeMs, now - Date.parse(time)) / 1_000);
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
    .slice(0, maxFrames);
  const [newest] = frames;
  const ok = newest !== undefined;
  const { still, reason, stale } = message;
  return {
    ok,
    reason: ok ? '' : reason === 'not configured' ? reason : 'failed',
    stale: stale || freshness.isUnreachable,
    frames,
    box: boxOf(message.box),
    newest_age_seconds: ok ? newestAge(newest, message, freshness) : null,
    has_echoes: ok && message.hasEchoes,
    still: still && isYoung(still) ? stillOf(still) : null,
    // The same clock as the Date header, from which caches compute age.
    server_time: new Date().toISOString(),
  };
}
