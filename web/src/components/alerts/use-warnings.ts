/** The warnings in effect that concern the visitor, for the strip and everything that must not repeat it. */
import type { Alert } from '@site/proto/weather/v1/alerts.responses';
import { phaseOf } from '@site/domain/weather/alert-times';
import { isForAllVisitors } from '@site/domain/weather/warned-action';
import { useQuery } from '@tanstack/react-query';
import { alertsQuery, useAlerts } from './alert-queries.js';
import { coversPlace, useCountiesOf } from './alerts-at-place.js';
import { useLocalArea, type LocalArea } from './use-alert-place.js';

export interface Warnings {
  /** The one that the strip shows, if any. */
  first: Alert | undefined;
  /** Covering the visitor's place, most dangerous first. */
  local: Alert[];
  /** Further alerts of any level in effect at the visitor's place. */
  otherLocalCount: number;
  /** Elsewhere: emergencies if the place is known, otherwise warnings that leave little time. */
  elsewhere: Alert[];
  /** No alert of any level is listed but `first`. */
  isOnlyAlert: boolean;
  place: LocalArea | undefined;
  /** Known to be in effect: the latest response is fresh. */
  confirmed: boolean;
  /** Upstream clock. */
  now: number;
}

const isWarning = ({ level }: Alert) => level === 'emergency' || level === 'warning';

/** Returns undefined while no warning is in effect in the state. */
export function useWarnings(): Warnings | undefined {
  // The most dangerous are always there.
  const state = useAlerts(useQuery(alertsQuery).data?.completeFor);
  const active = state.kind === 'alerts' ? state.alerts.filter((alert) => phaseOf(alert, state.now) === 'now') : [];
  const warnings = active.filter(isWarning);
  const area = useLocalArea();
  const place = useCountiesOf(warnings.length > 0 ? area : undefined);
  if (state.kind !== 'alerts' || warnings.length === 0) return undefined;
  const localAlerts = place ? active.filter((alert) => coversPlace(alert, place)) : [];
  const local = localAlerts.filter(isWarning);
  const elsewhere = warnings.filter(
    (alert) => !local.includes(alert) && (place ? alert.level === 'emergency' : isForAllVisitors(alert)),
  );
  const first = local[0] ?? elsewhere[0];
  return {
    first,
    local,
    otherLocalCount: Math.max(0, localAlerts.length - 1),
    elsewhere,
    isOnlyAlert: first !== undefined && state.alerts.every((alert) => isSameEvent(alert, first)),
    place,
    confirmed: state.confirmed,
    now: state.now,
  };
}

/** Whether both are messages of one event, which may have several for parts of its area. */
export const isSameEvent = (a: Pick<Alert, 'id' | 'event_key'>, b: Pick<Alert, 'id' | 'event_key'>): boolean =>
  a.id === b.id || (a.event_key !== '' && a.event_key === b.event_key);
