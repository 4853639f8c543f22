import { CircleCheck, CircleHelp, MapPinned } from 'lucide-react';
import { Link } from 'react-router-dom';
import { strings } from '../../strings.js';
import { alertPath } from '../alerts/alert-details.js';
import { severityLook } from '../alerts/severity.js';
import { IconButton } from '../button.js';
import { Loading, Skeleton } from '../skeleton.js';
import { useNow } from '../weather/clock.js';
import { alertTime } from '../weather/times.js';
import type { AlertState } from '../weather/weather-queries.js';
import { isDrawn, severityOf } from './alert-areas.js';
import { HatchSwatch } from './hatch-swatch.js';

interface MapAlertListProps {
  alerts: AlertState;
  /** Moves the map to an alert; undefined where there is no map to move. */
  onShow: ((alertId: string) => void) | undefined;
}

/** The alerts of the map as text: what is warned of, where, until when; for everybody, and for those who cannot see the map. */
export function MapAlertList({ alerts, onShow }: MapAlertListProps) {
  const now = useNow();
  return (
    <>
      {alerts.kind === 'loading' && (
        <Loading label="Checking for weather alerts" className="mt-3">
          <Skeleton className="h-20 rounded-lg" />
        </Loading>
      )}
      {alerts.kind === 'none' && (
        <p className="mt-3 flex gap-3">
          <CircleCheck aria-hidden="true" size={24} className="shrink-0 text-ozark" />
          <span>
            <strong>{strings.noActiveAlerts}</strong>
            <span className="text-ink-soft">, as of {alertTime(alerts.updatedAt, now)}.</span>
          </span>
        </p>
      )}
      {(alerts.kind === 'unavailable' || (alerts.kind === 'alerts' && !alerts.confirmed)) && <Unavailable />}
      {alerts.kind === 'alerts' && (
        <ul aria-label="Active alerts" className="mt-1 flex flex-col lg:max-h-[33rem] lg:overflow-y-auto">
          {alerts.alerts.map((alert) => (
            <li key={alert.id} className="flex gap-3 border-t border-line py-3 first:border-t-0">
              <HatchSwatch severity={severityOf(alert)} />
              <div className="min-w-0 grow">
                <Link to={alertPath(alert.id)} className="font-bold text-link">
                  {alert.event}
                </Link>
                <p className="text-sm text-ink-soft">
                  {severityLook(alert.severity).word}
                  {alert.expires && `, until ${alertTime(alert.expires, now)}`}
                </p>
                <p className="mt-0.5 line-clamp-3 text-sm">{alert.areas}</p>
              </div>
              {onShow && isDrawn(alert) && (
                <IconButton label={`Show ${alert.event} on the map`} onClick={() => onShow(alert.id)}>
                  <MapPinned aria-hidden="true" size={20} />
                </IconButton>
              )}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function Unavailable() {
  return (
    <p className="mt-3 flex gap-3">
      <CircleHelp aria-hidden="true" size={24} className="shrink-0 text-clay-ink" />
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
