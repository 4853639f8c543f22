/**
 * The storm outlook as the API shows it. A day is unknown once it's over, or if any part, perhaps the most severe, is
 * unreadable. Areas of unknown categories are named.
 */
import type { GetOutlookResponse, OutlookArea, OutlookDay } from '@site/proto/gen/nest/weather/v1/outlook';
import { outlookResponse, type Outlook } from '@site/proto/weather/v1/outlook.responses';
import type { z } from 'zod';
import { toResponse } from '../response-from.js';
import type { Freshness } from '../refresh-ahead-cache.js';

const daySchema = outlookResponse.shape.days.element;
const areaSchema = daySchema.shape.areas.element;
const countySchema = daySchema.shape.counties.element;

const unknownAreaSchema = daySchema.shape.unknown_areas.element;

type Day = z.infer<typeof daySchema>;
type Area = z.infer<typeof areaSchema>;

const colorPattern = /^#[0-9a-f]{6}$/i;
const shapes: readonly unknown[] = ['Polygon', 'MultiPolygon'];

function geometryOf(text: string): object | undefined {
  try {
    const read = JSON.parse(text) as { type?: unknown; coordinates?: unknown } | null;
    return read && shapes.includes(read.type) && Array.isArray(read.coordinates) ? read : undefined;
  } catch {
    return undefined;
  }
}

/** Messages are reused for seconds, and their geometry is long. */
const cache = new WeakMap<OutlookArea, Area | 'unreadable'>();

function areaOf(area: OutlookArea): Area | 'unreadable' {
  const cached = cache.get(area);
  if (cached) return cached;
  const geometry = geometryOf(area.geometry);
  const read = areaSchema.safeParse(toResponse(areaSchema, area, { geometry }));
  const isReadable = read.success && geometry && [area.fill, area.stroke].every((each) => colorPattern.test(each));
  const result = isReadable ? read.data : 'unreadable';
  cache.set(area, result);
  return result;
}

const unknownDay = (day: number, reason: Day['reason'], of?: OutlookDay): Day => ({
  day,
  ok: false,
  reason,
  stale: of?.stale ?? true,
  fetched_at: of?.fetchedAt ?? null,
  issued_at: null,
  valid_from: null,
  valid_until: null,
  areas: [],
  counties: [],
  unknown_areas: [],
});

function dayOf(day: number, message: OutlookDay | undefined, { isUnreachable, now }: Freshness): Day {
  if (!message) return unknownDay(day, 'failed');
  const { ok, reason, validUntil } = message;
  if (!ok) return unknownDay(day, reason === 'expired' ? reason : 'failed', message);
  if (!(now < Date.parse(validUntil ?? ''))) return unknownDay(day, validUntil ? 'expired' : 'failed', message);
  const areas = message.areas.map(areaOf).filter((area) => area !== 'unreadable');
  const counties = message.counties
    .map((county) => toResponse(countySchema, county))
    .filter((county) => countySchema.safeParse(county).success);
  const isComplete = areas.length === message.areas.length && counties.length === message.counties.length;
  return toResponse(daySchema, message, {
    unknown_areas: message.unknownAreas.map((area) => toResponse(unknownAreaSchema, area)),
    day,
    areas,
    counties,
    ok: isComplete,
    reason: isComplete ? '' : 'failed',
    stale: message.stale || isUnreachable,
  });
}

/** Returns three days, known or unknown. */
export const outlookData = ({ days }: GetOutlookResponse, freshness: Freshness): Outlook => ({
  days: [1, 2, 3].map((day) =>
    dayOf(
      day,
      days.find((each) => each.day === day),
      freshness,
    ),
  ),
});
