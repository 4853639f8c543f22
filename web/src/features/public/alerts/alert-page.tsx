import { useQuery } from '@tanstack/react-query';
import { Navigate, useParams } from 'react-router-dom';
import { AlertDetails } from '@/components/alerts/alert-details.js';
import { alertEventQuery, isUnknownEvent } from '@/components/alerts/alert-event.js';
import { eventPath } from '@/components/alerts/alert-path.js';
import { Button, ButtonLink } from '@/ui/button.js';
import { PageProblem } from '@/ui/pages/page-problem.js';
import { PageTitle } from '@/ui/pages/page-title.js';
import { Loading, Skeleton } from '@/ui/skeleton.js';
import { useAlerts } from '@/components/alerts/alert-queries.js';
import * as strings from '@/strings/public-strings.js';
import { OfficialPage } from '@/components/alerts/official-page.js';

/**
 * Permalink of one message. Redirects to the page of the warning that it belongs to, even after the warning has ended.
 */
export function Page() {
  const { alertId = '' } = useParams();
  const state = useAlerts();
  const listed = state.kind === 'alerts' ? state.alerts.find(({ id }) => id === alertId) : undefined;
  const event = useQuery({ ...alertEventQuery(alertId), enabled: !listed?.event_key });
  const key = listed?.event_key || event.data?.event_key;
  if (key) return <Navigate to={eventPath(key)} replace />;
  if (listed && state.kind === 'alerts') {
    return (
      <div className="container-page max-w-3xl pt-8 md:pt-12">
        <PageTitle title={listed.event} className="text-2xl wrap-anywhere md:text-3xl" />
        <div className="mt-6">
          <AlertDetails alert={listed} now={state.now} headingLevel={2} />
        </div>
      </div>
    );
  }
  if (event.isPending) {
    return (
      <Loading label="Loading alert" className="container-page max-w-3xl pt-8 md:pt-12">
        <PageTitle title="Weather alert" />
        <Skeleton className="mt-6 h-64 rounded-lg" />
      </Loading>
    );
  }
  const isUnknown = isUnknownEvent(event.error);
  return (
    <PageProblem
      title={isUnknown ? 'We don’t have this alert' : strings.alertStatusUnavailable}
      text={
        <>
          {isUnknown
            ? 'It may be more than two years old, or the address may be mistyped.'
            : 'We can’t tell right now whether this alert is still in effect.'}{' '}
          The official page is <OfficialPage />.
        </>
      }
    >
      {!isUnknown && (
        <Button onClick={() => void event.refetch()} busyLabel={event.isFetching && 'Trying again…'}>
          Try again
        </Button>
      )}
      <ButtonLink to="/alert" tone="secondary">
        All alerts
      </ButtonLink>
    </PageProblem>
  );
}
