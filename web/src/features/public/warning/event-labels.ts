import type { Alert } from '@site/proto/weather/v1/alerts.responses';
import { endsAt, phaseOf } from '@site/domain/weather/alert-times';
import type { Revision, WeatherEvent } from '@site/proto/weather/v1/alert-events.responses';
import { formatAlertTime } from '@/components/alerts/alert-period.js';

/** By VTEC action. */
const actions: Readonly<Record<string, string>> = {
  NEW: 'Issued',
  CON: 'Continued',
  EXT: 'Extended in time',
  EXA: 'Extended to more areas',
  EXB: 'Extended in time and area',
  COR: 'Corrected',
  UPG: 'Upgraded',
  CAN: 'Canceled',
  EXP: 'Expired',
  UNLISTED: 'No longer listed',
  END: 'Closed',
};

export const formatAction = (revision: Revision): string => actions[revision.action] ?? 'Updated';

/** "at 6:20 PM CST" or "Sunday 6:20 PM CST"; empty when the time is unknown. */
export function formatAtTime(time: string | null | undefined, now: number): string {
  const timestamp = Date.parse(time ?? '');
  if (Number.isNaN(timestamp)) return '';
  const formatted = formatAlertTime(timestamp, now);
  return /^\d/.test(formatted) ? `at ${formatted}` : formatted;
}

const ends: Readonly<Record<string, string>> = {
  cancelled: 'Canceled',
  expired: 'Expired',
  upgraded: 'Upgraded',
};

/**
 * "Canceled at 6:20 PM CST"; undefined until the weather service says how a warning ended.
 * @param now milliseconds since 1970 UTC, by the upstream clock
 */
export function formatEnd({ ended_by: by, ended_at: at }: WeatherEvent, now: number): string | undefined {
  if (by === 'ended') return undefined;
  const how = ends[by] ?? (at ? 'Ended' : undefined);
  return how && `${how} ${formatAtTime(at, now)}`.trim();
}

/** Returns when an event disappeared from the weather service's list without a cancellation. */
export const unlistedSince = (event: WeatherEvent): string | null =>
  event.unlisted_since ?? (event.ended_by === 'ended' ? event.ended_at : null);

/** Returns "Over since 6:45 PM CST" once the latest announced end has passed. */
export function formatOverSince(alerts: Alert[], now: number): string | undefined {
  if (alerts.length === 0 || !alerts.every((alert) => phaseOf(alert, now) === 'over')) return undefined;
  return `Over since ${formatAlertTime(Math.max(...alerts.map((alert) => endsAt(alert) ?? now)), now)}`;
}
