import type { Alert } from '@site/proto/weather/v1/alerts.answers';
import { endsAt, phaseOf } from '@site/domain/weather/alert-times';
import type { Revision, WeatherEvent } from '@site/proto/weather/v1/alert-events.answers';
import { momentWords } from '../../../domain/alerts/alert-when.js';

/** What has become of a warning, in words. */

/** What a revision does, by its VTEC action. */
const actions: Readonly<Record<string, string>> = {
  NEW: 'Issued',
  CON: 'Continued',
  EXT: 'Extended in time',
  EXA: 'Extended to more places',
  EXB: 'Extended in time and to more places',
  COR: 'Corrected',
  UPG: 'Upgraded',
  CAN: 'Canceled',
  EXP: 'Expired',
  UNLISTED: 'No longer listed',
  END: 'Closed',
};

export const actionWords = (revision: Revision): string => actions[revision.action] ?? 'Updated';

/** "at 6:20 PM CST", "Sunday 6:20 PM CST"; nothing when the time is not known. */
export function atWords(time: string | null | undefined, now: number): string {
  const moment = Date.parse(time ?? '');
  if (Number.isNaN(moment)) return '';
  const words = momentWords(moment, now);
  return /^\d/.test(words) ? `at ${words}` : words;
}

const ends: Readonly<Record<string, string>> = {
  cancelled: 'Canceled',
  expired: 'Expired',
  upgraded: 'Upgraded',
};

/**
 * How a warning ended: "Canceled at 6:20 PM CST". Undefined while nobody has said so.
 * @param now milliseconds since 1970 UTC, by the source's clock
 */
export function endWords({ ended_by: by, ended_at: at }: WeatherEvent, now: number): string | undefined {
  if (by === 'ended') return undefined;
  const how = ends[by] ?? (at ? 'Ended' : undefined);
  return how && `${how} ${atWords(at, now)}`.trim();
}

/** When an event left the weather service's list without a cancellation; null for others. */
export const unlistedSince = (event: WeatherEvent): string | null =>
  event.unlisted_since ?? (event.ended_by === 'ended' ? event.ended_at : null);

/** "Over since 6:45 PM CST", when the last end that was given has passed; undefined when it has not, or there is none. */
export function passedWords(alerts: Alert[], now: number): string | undefined {
  if (alerts.length === 0 || !alerts.every((alert) => phaseOf(alert, now) === 'over')) return undefined;
  return `Over since ${momentWords(Math.max(...alerts.map((alert) => endsAt(alert) ?? now)), now)}`;
}
