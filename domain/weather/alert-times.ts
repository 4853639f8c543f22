/**
 * When an alert is in effect: `onset` and `ends` decide; a message's `expires` only gives when the list drops it.
 * Compared with the upstream clock, so that a wrong clock never hides or ends an alert.
 */

/** As in our messages and public responses. */
export interface AlertTimes {
  onset?: string | null | undefined;
  effective: string;
  /** Absent for "until further notice" or an unknown end. */
  ends?: string | null | undefined;
}

/** "now": in effect. "later": has not begun. "over": its end has passed. */
export type AlertPhase = 'now' | 'later' | 'over';

/** Milliseconds since 1970 UTC; undefined when unknown. */
const parseTimeMs = (text: string | null | undefined): number | undefined => {
  const ms = text ? Date.parse(text) : Number.NaN;
  return Number.isNaN(ms) ? undefined : ms;
};

/** Returns when it begins, in milliseconds since 1970 UTC: its onset, or else when the message took effect. */
export const beginsAt = ({ onset, effective }: AlertTimes): number | undefined =>
  parseTimeMs(onset) ?? parseTimeMs(effective);

/** An alert that begins within a minute counts as begun: we know the upstream clock only to the second. */
const asGoodAsBegunMs = 60_000;

/** In milliseconds since 1970 UTC. */
const countsFrom = (alert: AlertTimes): number | undefined => {
  const begin = beginsAt(alert);
  return begin === undefined ? undefined : begin - asGoodAsBegunMs;
};

/** Returns whether the alert begins more than a minute after `now` (milliseconds since 1970 UTC). */
export const isUpcoming = (alert: AlertTimes, now: number): boolean => (countsFrom(alert) ?? now) > now;

/** Returns milliseconds since 1970 UTC; undefined while no end is known. */
export const endsAt = ({ ends }: AlertTimes): number | undefined => parseTimeMs(ends);

/** @param now milliseconds since 1970 UTC, by the upstream clock */
export function phaseOf(alert: AlertTimes, now: number): AlertPhase {
  const end = endsAt(alert);
  if (end !== undefined && end <= now) return 'over';
  return isUpcoming(alert, now) ? 'later' : 'now';
}

/** Returns when the next of these alerts begins or ends, if any, and pages must update. */
export function nextTurn(alerts: readonly AlertTimes[], now: number): number | undefined {
  const moments = alerts.flatMap((alert) => [countsFrom(alert), endsAt(alert)]);
  const ahead = moments.filter((timestamp): timestamp is number => timestamp !== undefined && timestamp > now);
  return ahead.length > 0 ? Math.min(...ahead) : undefined;
}
