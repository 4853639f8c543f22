/**
 * When an alert holds. `onset` and `ends` decide; `expires` of a message only says when the list drops it. The moment that they
 * are compared with is the source's clock's: a server's or a phone's that is wrong hides nothing and ends nothing.
 */

/** The names are the same inside the house and in public answers. */
export interface AlertTimes {
  onset?: string | null | undefined;
  effective: string;
  /** Absent until further notice, and where the message gives no end. */
  ends?: string | null | undefined;
}

/** "now": in effect. "later": begins at its onset. "over": its end has passed. */
export type AlertPhase = 'now' | 'later' | 'over';

/** Milliseconds since 1970 UTC; undefined when it is not known. */
const moment = (text: string | null | undefined): number | undefined => {
  const ms = text ? Date.parse(text) : Number.NaN;
  return Number.isNaN(ms) ? undefined : ms;
};

/** When it begins, milliseconds since 1970 UTC: its onset, else when the message took effect. */
export const beginsAt = ({ onset, effective }: AlertTimes): number | undefined => moment(onset) ?? moment(effective);

/**
 * What begins within a minute has begun: the source's clock is known to the second only, and nobody is told to wait for that.
 */
const asGoodAsBegunMs = 60_000;

/** When it counts as begun, milliseconds since 1970 UTC. */
const countsFrom = (alert: AlertTimes): number | undefined => {
  const begin = beginsAt(alert);
  return begin === undefined ? undefined : begin - asGoodAsBegunMs;
};

/** Whether it begins only later. */
export const isLater = (alert: AlertTimes, now: number): boolean => (countsFrom(alert) ?? now) > now;

/** When it ends, milliseconds since 1970 UTC; undefined while no end is known. */
export const endsAt = ({ ends }: AlertTimes): number | undefined => moment(ends);

/** @param now milliseconds since 1970 UTC, by the source's clock */
export function phaseOf(alert: AlertTimes, now: number): AlertPhase {
  const end = endsAt(alert);
  if (end !== undefined && end <= now) return 'over';
  return isLater(alert, now) ? 'later' : 'now';
}

/** When what is said of these alerts changes next by itself: one begins or ends. Undefined when none says so. */
export function nextTurn(alerts: readonly AlertTimes[], now: number): number | undefined {
  const turns = alerts.flatMap((alert) => [countsFrom(alert), endsAt(alert)]);
  const ahead = turns.filter((turn): turn is number => turn !== undefined && turn > now);
  return ahead.length > 0 ? Math.min(...ahead) : undefined;
}
