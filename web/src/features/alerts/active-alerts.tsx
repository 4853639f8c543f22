import { CircleCheck, CircleHelp } from 'lucide-react';
import { Link } from 'react-router-dom';
import { alertPath } from '../../components/alerts/alert-details.js';
import { severityLook } from '../../components/alerts/severity.js';
import { classNames } from '../../components/class-names.js';
import { Loading, Skeleton } from '../../components/skeleton.js';
import { useNow } from '../../components/weather/clock.js';
import type { Alert } from '../../components/weather/forecast-types.js';
import { alertTime } from '../../components/weather/times.js';
import { useAlerts } from '../../components/weather/weather-queries.js';
import { strings } from '../../strings.js';

/** Every active alert as a plain list, the most severe first. */
export function ActiveAlerts() {
  const state = useAlerts();
  const now = useNow();
  return (
    <section aria-labelledby="active-heading">
      <h2 id="active-heading" className="text-2xl">
        In effect now
      </h2>
      {state.kind === 'loading' && (
        <Loading label="Checking for weather alerts" className="mt-6">
          <Skeleton className="h-24 rounded-lg" />
        </Loading>
      )}
      {state.kind === 'none' && (
        <p className="card mt-6 flex items-center gap-4 p-5 text-lg">
          <CircleCheck aria-hidden="true" size={28} className="shrink-0 text-ozark" />
          <span>
            <strong>{strings.noActiveAlerts}</strong>
            <span className="text-ink-soft">, as of {alertTime(state.updatedAt, now)}.</span>
          </span>
        </p>
      )}
      {(state.kind === 'unavailable' || (state.kind === 'alerts' && !state.confirmed)) && <Unavailable />}
      {state.kind === 'alerts' && (
        <ul className="mt-6 flex flex-col gap-3">
          {state.alerts.map((alert) => (
            <li key={alert.id}>
              <AlertCard alert={alert} now={now} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Unavailable() {
  return (
    <p className="card mt-6 flex items-center gap-4 p-5 text-lg">
      <CircleHelp aria-hidden="true" size={28} className="shrink-0 text-clay-ink" />
      <span>
        <strong>{strings.alertStatusUnavailable}</strong>. Please check{' '}
        <a className="text-link" href="https://www.weather.gov/lzk/">
          weather.gov/lzk
        </a>
        .
      </span>
    </p>
  );
}

function AlertCard({ alert, now }: { alert: Alert; now: number }) {
  const { Icon, word, mark } = severityLook(alert.severity);
  return (
    <Link to={alertPath(alert.id)} className="card flex overflow-hidden hover:bg-surface-raised">
      <span className={classNames('w-2 shrink-0', mark)} />
      <span className="flex min-w-0 flex-1 flex-col gap-1 p-5">
        <span className="flex flex-wrap items-center gap-x-3 text-lg font-bold">
          <Icon aria-hidden="true" size={20} />
          {alert.event}
          <span className="text-base font-normal text-ink-soft">
            {word}
            {alert.expires && `, until ${alertTime(alert.expires, now)}`}
          </span>
        </span>
        <span className="line-clamp-2 text-ink-soft">{alert.areas}</span>
      </span>
    </Link>
  );
}
