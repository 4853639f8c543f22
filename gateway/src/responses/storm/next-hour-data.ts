/** Rain in the next hour as the API shows it: looks a place up in the state's grid, and recomputes the frame's age. */
import { inflateSync } from 'node:zlib';
import {
  nextHourCellOf,
  nextHourGrid,
  nextHourMinutes,
  rainIntensities,
  unknownIntensity,
} from '@site/domain/weather/next-hour';
import type { GetNextHourResponse } from '@site/proto/gen/nest/weather/v1/next_hour';
import { nextHourResponse, type NextHour } from '@site/proto/weather/v1/next-hour.responses';
import type { Freshness } from '../refresh-ahead-cache.js';

const minuteMs = 60_000;
/** Rain moves on: older frames are no basis for the next hour. */
const maxFrameAgeMs = 15 * minuteMs;
const cells = nextHourGrid.columns * nextHourGrid.rows;

/** The state's forecast and its frame's age now. */
export interface NextHourState {
  message: GetNextHourResponse;
  /** One grid per step; empty if the forecast is unknown. */
  grids: Uint8Array;
  ageMs: number | undefined;
}

const inflated = new WeakMap<GetNextHourResponse, Uint8Array>();

/** Inflates a message once. */
function gridsOf(message: GetNextHourResponse): Uint8Array {
  const existing = inflated.get(message);
  if (existing) return existing;
  const grids = message.ok
    ? inflateSync(message.intensities, { maxOutputLength: cells * nextHourMinutes.length })
    : Buffer.alloc(0);
  inflated.set(message, grids);
  return grids;
}

/** Returns undefined if the message is unusable. */
export function nextHourState(message: GetNextHourResponse, { ageMs, now }: Freshness): NextHourState | undefined {
  const { ok, frameTime, frameAgeSeconds, confidence } = message;
  if (ok && confidence.length !== nextHourMinutes.length) return undefined;
  const age = frameTime ? Math.max(0, (frameAgeSeconds ?? 0) * 1_000 + ageMs, now - Date.parse(frameTime)) : undefined;
  return { message, grids: gridsOf(message), ageMs: age };
}

/** Returns the reason why nothing is known at a cell; empty if it is known. */
function reasonOf({ message, grids, ageMs }: NextHourState, cell: number | undefined): NextHour['reason'] {
  if (!message.ok) return nextHourResponse.shape.reason.catch('no radar').parse(message.reason || 'no radar');
  if (ageMs === undefined || ageMs > maxFrameAgeMs) return 'old frame';
  return cell === undefined || grids[cell] === unknownIntensity ? 'outside coverage' : '';
}

/** Returns the next hour at a place; `state` is undefined before the first response. */
export function nextHourAt(state: NextHourState | undefined, place: { lat: number; lon: number }): NextHour {
  const cell = nextHourCellOf(place);
  const reason = state ? reasonOf(state, cell) : 'no radar';
  const { frameTime = '', source = '', confidence = [] } = state?.message ?? {};
  const intensityAt = (step: number) => rainIntensities[state?.grids[step * cells + (cell ?? 0)] ?? NaN] ?? 'unknown';
  return {
    ok: reason === '',
    reason,
    method: 'Our estimate from NOAA radar',
    source: nextHourResponse.shape.source.catch(null).parse(source || null),
    frame_time: frameTime || null,
    frame_age_seconds: state?.ageMs === undefined ? null : Math.ceil(state.ageMs / 1_000),
    steps:
      reason === ''
        ? nextHourMinutes.map((minutes, step) => ({
            time: new Date(Date.parse(frameTime) + minutes * minuteMs).toISOString(),
            minutes,
            intensity: intensityAt(step),
            confidence: confidence[step] ?? 0,
          }))
        : [],
    // The same clock as the Date header, from which caches compute age.
    server_time: new Date().toISOString(),
  };
}
