/**
 * The storm outlook as the API shows it. A day is unknown once it's over, or if any part, perhaps the most severe, is
 * unreadable. Areas of unknown categories are named.
 */
import type { GetOutlookResponse, OutlookArea, OutlookDay } from '@site/proto/gen/nest/weather/v1/outlook';
import { outlookAnswer, type Outlook } from '@site/proto/weather/v1/outlook.answers';
import type { z } from 'zod';
import { answerFrom } from '../answer-from.js';
import type { Freshness } from '../refresh-ahead-cache.js';

const dayAnswer = outlookAnswer.shape.days.element;
const areaAnswer = dayAnswer.shape.areas.element;
const countyAnswer = dayAnswer.shape.counties.element;

const unknownAreaAnswer = dayAnswer.shape.unknown_areas.element;

type Day = z.infer<typeof dayAnswer>;
type Area = z.infer<typeof areaAnswer>;

const colour = /^#[0-9a-f]{6}$/i;
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
const known = new WeakMap<OutlookArea, Area | 'unreadable'>();

function areaOf(area: OutlookArea): Area | 'unreadable' {
  const kept = known.get(area);
  if (kept) return kept;
  const geometry = geometryOf(area.geometry);
  const read = areaAnswer.safeParse(answerFrom(areaAnswer, area, { geometry }));
  const isReadable = read.success && geometry && [area.fill, area.stroke].every((each) => colour.test(each));
  const made = isReadable ? read.data : 'unreadable';
  known.set(area, made);
  return made;
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

function dayOf(day: number, message: OutlookDay | undefined, { lost, now }: Freshness): Day {
  if (!message) return unknownDay(day, 'failed');
  const { ok, reason, validUntil } = message;
  if (!ok) return unknownDay(day, reason === 'expired' ? reason : 'failed', message);
  if (!(now < Date.parse(validUntil ?? ''))) return unknownDay(day, validUntil ? 'expired' : 'failed', message);
  const areas = message.areas.map(areaOf).filter((area) => area !== 'unreadable');
  const counties = message.counties
    .map((county) => answerFrom(countyAnswer, county))
    .filter((county) => countyAnswer.safeParse(county).success);
  const isWhole = areas.length === message.areas.length && counties.length === message.counties.length;
  return answerFrom(dayAnswer, message, {
    unknown_areas: message.unknownAreas.map((area) => answerFrom(unknownAreaAnswer, area)),
    day,
    areas,
    counties,
    ok: isWhole,
    reason: isWhole ? '' : 'failed',
    stale: message.stale || lost,
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
