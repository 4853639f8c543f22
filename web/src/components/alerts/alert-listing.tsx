import { CircleCheck, CircleHelp, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { strings } from '../../strings.js';
import { classNames } from '../class-names.js';
import { Loading, Skeleton } from '../skeleton.js';
import { useNow } from '../weather/clock.js';
import type { Alert } from '../weather/forecast-types.js';
import { alertTime } from '../weather/times.js';
import type { AlertState } from '../weather/weather-queries.js';
import { severityLook } from './severity.js';

interface AlertListingProps {
  alerts: AlertState;
  /** Draws one alert; `note` says how severe it is and until when. */
  children: (alert: Alert, note: string) => ReactNode;
  /** How a line looks that stands in place of the list, or above it. */
  lineLook: string;
  listLook: string;
}

/** The alerts as a list, the most severe first, or what else may be said of them: that there are none, or that nobody knows. */
export function AlertListing({ alerts, children, lineLook, listLook }: AlertListingProps) {
  const now = useNow();
  if (alerts.kind === 'loading') {
    return (
      <Loading label="Checking for weather alerts" className="mt-3">
        <Skeleton className="h-20 rounded-lg" />
      </Loading>
    );
  }
  if (alerts.kind === 'none') {
    return (
      <Line look={lineLook} Icon={CircleCheck} iconLook="text-ozark">
        <strong>{strings.noActiveAlerts}</strong>
        <span className="text-ink-soft">, as of {alertTime(alerts.updatedAt, now)}.</span>
      </Line>
    );
  }
  return (
    <>
      {(alerts.kind === 'unavailable' || !alerts.confirmed) && (
        <Line look={lineLook} Icon={CircleHelp} iconLook="text-clay-ink">
          <strong>{strings.alertStatusUnavailable}</strong>
          {alerts.kind === 'alerts' && ': this list may be out of date'}. Please check{' '}
          <a className="text-link" href="https://www.weather.gov/lzk/">
            weather.gov/lzk
          </a>
          .
        </Line>
      )}
      {alerts.kind === 'alerts' && (
        <ul aria-label="Active alerts" className={listLook}>
          {alerts.alerts.map((alert) => (
            <li key={alert.id}>{children(alert, noteOn(alert, now))}</li>
          ))}
        </ul>
      )}
    </>
  );
}

/** "Severe, until today, 3:30 PM CST". */
export function noteOn({ severity, expires }: Alert, now: number): string {
  const { word } = severityLook(severity);
  return expires ? `${word}, until ${alertTime(expires, now)}` : word;
}

interface LineProps {
  look: string;
  Icon: LucideIcon;
  iconLook: string;
  children: ReactNode;
}

function Line({ look, Icon, iconLook, children }: LineProps) {
  return (
    <p className={classNames('mt-3 flex items-center gap-4', look)}>
      <Icon aria-hidden="true" size={28} className={classNames('shrink-0', iconLook)} />
      <span>{children}</span>
    </p>
  );
}
