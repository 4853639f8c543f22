import type { Alert } from '@site/proto/weather/v1/alerts.answers';
import type { County } from '@site/state/counties';
import { stateName } from '@site/state/state';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { AlertListing, noteOn } from '../../../domain/alerts/alert-listing.js';
import { alertLook } from '../../../domain/alerts/alert-look.js';
import { alertPath } from '../../../domain/alerts/alert-path.js';
import { alertsQuery, useAlerts, type AlertState } from '../../../domain/alerts/alert-queries.js';
import { WireNote } from '../../../domain/alerts/wire-note.js';
import { classNames } from '../../../ui/class-names.js';
import { Section } from '../../../ui/section.js';

/** The warnings in force for a county, those for the whole state included. "None" only when a fresh answer says so. */
export function CountyWarnings({ county }: { county: County }) {
  const state = useAlerts();
  const updatedAt = useQuery(alertsQuery).data?.updatedAt ?? '';
  return (
    <Section title={`Warnings for ${county.name}`}>
      <AlertListing
        alerts={stateIn(county, state, updatedAt)}
        lineLook="card p-5 text-lg"
        listLook="mt-4 flex flex-col gap-3"
      >
        {([alert], now) => <WarningCard alert={alert} now={now} />}
      </AlertListing>
      <Link to="/alert" className="mt-3 inline-flex min-h-11 items-center text-link">
        All alerts for {stateName}, and how to be told
      </Link>
    </Section>
  );
}

/** What may be said of one county: that the state has other alerts says that this one has none, if the answer is fresh. One that names no county is for all. */
function stateIn({ fips }: County, state: AlertState, updatedAt: string): AlertState {
  if (state.kind !== 'alerts') return state;
  const alerts = state.alerts.filter(
    ({ counties, statewide }) => statewide || counties.length === 0 || counties.includes(fips),
  );
  if (alerts.length > 0) return { ...state, alerts };
  return state.confirmed ? { kind: 'none', updatedAt, now: state.now } : { kind: 'unavailable' };
}

function WarningCard({ alert, now }: { alert: Alert; now: number }) {
  const { Icon, mark } = alertLook(alert);
  return (
    <Link to={alertPath(alert)} className="card flex overflow-hidden hover:bg-surface-raised">
      <span className={classNames('w-2 shrink-0', mark)} />
      <span className="min-w-0 flex-1 p-5 wrap-anywhere">
        <span className="flex items-center gap-3 text-lg font-bold">
          <Icon aria-hidden="true" size={20} className="shrink-0" />
          {alert.event}
        </span>
        <span className="mt-1 block">{noteOn(alert, now)}</span>
        {alert.instruction && <span className="mt-1 line-clamp-2 text-ink-soft">{alert.instruction}</span>}
        <WireNote fromWire={alert.from_wire} />
      </span>
    </Link>
  );
}
