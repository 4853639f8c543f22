import type { Alert } from '@site/proto/weather/v1/alerts.responses';
import { foldSimilar } from '@site/domain/weather/danger';
import type { County } from '@site/regions/counties';
import { stateName } from '@site/regions/state';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { AlertListing } from '@/components/alerts/alert-listing.js';
import { alertsQuery, useAlerts, type AlertState } from '@/components/alerts/alert-queries.js';
import { UnlistedAlerts, useUnlistedAlerts } from '@/components/alerts/unlisted-alerts.js';
import { WarningGroup } from '@/components/alerts/place-warnings.js';
import { Section } from '@/ui/page-section.js';

/** Includes statewide alerts. Says "none" only based on a fresh response. */
export function CountyWarnings({ county }: { county: County }) {
  const updatedAt = useQuery(alertsQuery).data?.updatedAt ?? '';
  const state = stateIn(county, useAlerts(county.fips), updatedAt);
  const { alerts, now } = useUnlistedAlerts();
  const unlisted = alerts.filter((alert) => isFor(county, alert));
  return (
    <Section title={`Warnings for ${county.name}`}>
      <AlertListing
        alerts={state}
        hasUnlisted={unlisted.length > 0}
        group={foldSimilar}
        lineClassName="card p-5 text-lg"
        listClassName="mt-4 flex flex-col gap-3"
      >
        {(group, listNow) => <WarningGroup alerts={group} now={listNow} />}
      </AlertListing>
      <UnlistedAlerts alerts={unlisted} now={now} />
      <Link to="/alert" className="mt-3 inline-flex min-h-11 items-center text-link">
        All alerts for {stateName}, and how to get notified
      </Link>
    </Section>
  );
}

/** An alert without counties applies to all. */
const isFor = ({ fips }: County, { counties, statewide }: Alert) =>
  statewide || counties.length === 0 || counties.includes(fips);

/** Alerts elsewhere imply none here only when the response is fresh. */
function stateIn(county: County, state: AlertState, updatedAt: string): AlertState {
  if (state.kind !== 'alerts') return state;
  const alerts = state.alerts.filter((alert) => isFor(county, alert));
  if (alerts.length > 0) return { ...state, alerts };
  return state.confirmed ? { kind: 'none', updatedAt, now: state.now } : { kind: 'unavailable' };
}
