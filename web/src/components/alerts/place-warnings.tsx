import type { Alert } from '@site/proto/weather/v1/alerts.responses';
import { foldSimilar } from '@site/domain/weather/danger';
import { useId } from 'react';
import { Link } from 'react-router-dom';
import type { ForecastResponse } from '../time/forecast-clock.js';
import { useAlertsOf } from './use-alerts-of-place.js';
import { WarningCard } from './warning-card.js';

/** Renders nothing without alerts. */
export function PlaceWarnings({ forecast }: { forecast: ForecastResponse | undefined }) {
  const id = useId();
  const { alerts, now } = useAlertsOf(forecast);
  if (alerts.length === 0) return null;
  return (
    <section aria-labelledby={id} className="mt-6">
      <h2 id={id} className="text-xl">
        {alerts.length === 1 ? '1 alert here' : `${alerts.length} alerts here`}
      </h2>
      <ul className="mt-3 flex flex-col gap-3">
        {foldSimilar(alerts, now).map((group) => (
          <li key={group[0]?.id}>
            <WarningGroup alerts={group} now={now} />
          </li>
        ))}
      </ul>
    </section>
  );
}

export function WarningGroup({ alerts: [first, ...others], now }: { alerts: readonly Alert[]; now: number }) {
  if (!first) return null;
  return (
    <>
      <WarningCard alert={first} now={now} />
      {others.length > 0 && (
        <Link to="/alert" className="inline-flex min-h-11 items-center text-link">
          and {others.length} more like it
        </Link>
      )}
    </>
  );
}
