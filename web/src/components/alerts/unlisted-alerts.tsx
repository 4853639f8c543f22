import type { Alert } from '@site/proto/weather/v1/alerts.responses';
import { formatCounties } from '@site/domain/weather/alert-counties';
import { endsAt, phaseOf } from '@site/domain/weather/alert-times';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { classNames } from '@/ui/class-names.js';
import { alertPath } from './alert-path.js';
import { alertsQuery, useAlerts } from './alert-queries.js';
import { coversPlace, useCountiesOf } from './alerts-at-place.js';
import { formatAlertTime } from './alert-period.js';
import { OfficialPage } from './official-page.js';
import { useLocalArea } from './use-alert-place.js';

interface Unlisted {
  alerts: Alert[];
  /** Upstream clock. */
  now: number;
}

/**
 * Returns alerts that left the weather service's list without a cancellation and haven't reached their end. They may
 * still be in effect, so the page can't claim that there are none.
 */
export function useUnlistedAlerts(): Unlisted {
  const unlisted = useQuery(alertsQuery).data?.unlisted ?? [];
  const state = useAlerts();
  if (!('now' in state)) return { alerts: [], now: 0 };
  const { now } = state;
  return { alerts: unlisted.filter((alert) => phaseOf(alert, now) !== 'over'), now };
}

function useUnlistedByPlace(): { local: Alert[]; elsewhere: Alert[]; now: number } {
  const { alerts, now } = useUnlistedAlerts();
  const area = useLocalArea();
  const place = useCountiesOf(alerts.length > 0 ? area : undefined);
  const local = place ? alerts.filter((alert) => coversPlace(alert, place)) : [];
  return { local, elsewhere: alerts.filter((alert) => !local.includes(alert)), now };
}

/** Shows those for the visitor's place in full; the page has a line for the others. */
export function UnlistedOfPlace() {
  const { local, now } = useUnlistedByPlace();
  return <UnlistedAlerts alerts={local} now={now} />;
}

/** Counts those elsewhere: "4 warnings were removed from the official list early. Check weather.gov/lzk." */
export function UnlistedElsewhere({ className }: { className?: string }) {
  const { elsewhere } = useUnlistedByPlace();
  if (elsewhere.length === 0) return null;
  return (
    <p className={classNames('wrap-anywhere', className)}>
      {countRemoved(elsewhere)} removed from the official list early. Check <OfficialPage />.
    </p>
  );
}

function countRemoved(alerts: readonly Alert[]): string {
  const noun = alerts.every(({ level }) => level === 'warning' || level === 'emergency') ? 'warning' : 'alert';
  return alerts.length === 1 ? `1 ${noun} was` : `${alerts.length} ${noun}s were`;
}

/** Includes end times and where to check; renders nothing without alerts. */
export function UnlistedAlerts({ alerts, now }: Unlisted) {
  if (alerts.length === 0) return null;
  return (
    <ul aria-label="No longer listed" className="mt-3 flex flex-col gap-3">
      {alerts.map((alert) => (
        <li key={alert.id} className="card p-5 wrap-anywhere">
          <Link to={alertPath(alert)} className="font-semibold text-link">
            {alert.event}: {formatCounties(alert)}
          </Link>
          <p className="mt-1">
            {formatUnlisted(alert.unlisted_since, [alert], now)} Check <OfficialPage />.
          </p>
        </li>
      ))}
    </ul>
  );
}

/**
 * Returns "Removed from the official list at 10:10 AM CST, before its planned end (10:25 AM CST)."; undefined when `since` isn't a
 * valid time.
 * @param alerts the event's latest alerts
 * @param now milliseconds since 1970 UTC, by the upstream clock
 */
export function formatUnlisted(since: string | null, alerts: readonly Alert[], now: number): string | undefined {
  const left = Date.parse(since ?? '');
  if (Number.isNaN(left)) return undefined;
  const ends = alerts.flatMap((alert) => endsAt(alert) ?? []);
  const due = ends.length > 0 ? `, before its planned end (${formatAlertTime(Math.max(...ends), now)})` : '';
  return `Removed from the official list at ${formatAlertTime(left, now)}${due}.`;
}
