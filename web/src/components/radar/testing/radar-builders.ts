import type { Radar, RadarFrame } from '@site/proto/weather/v1/radar.responses';

const minuteMs = 60_000;
/** 6:35 PM state time. */
export const newestTime = Date.parse('2026-11-21T00:35:00Z');

/** Builds a picture from this many minutes before the newest. */
export const buildRadarFrame = (minutesBefore: number, changes: Partial<RadarFrame> = {}): RadarFrame => ({
  time: new Date(newestTime - minutesBefore * minuteMs).toISOString(),
  url: `/media/radar/${minutesBefore}.webp`,
  width: 1280,
  height: 1152,
  size_bytes: 40_000,
  source: 'mrms',
  scale: 'site',
  ...changes,
});

/** Pictures ten minutes apart, the newest four minutes old, from a server with a correct clock. */
export function buildRadar(count: number, changes: Partial<Radar> = {}): Radar {
  return {
    ok: count > 0,
    reason: count > 0 ? '' : 'failed',
    stale: false,
    frames: Array.from({ length: count }, (_, index) => buildRadarFrame(index * 10)),
    box: { west: -95.72, south: 32.1, east: -88.54, north: 37.37 },
    newest_age_seconds: count > 0 ? 240 : null,
    has_echoes: true,
    still: null,
    server_time: '2026-11-21T00:39:00Z',
    ...changes,
  };
}
