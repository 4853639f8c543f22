import { useQuery } from '@tanstack/react-query';
import { useEffect, type ReactNode } from 'react';
import { Navigate, useParams } from 'react-router-dom';
import { alertEventQuery, isUnknownEvent } from '@/components/alerts/alert-event.js';
import { eventPath } from '@/components/alerts/alert-path.js';
import { ButtonLink } from '@/ui/button.js';
import { NotAvailable } from '@/ui/pages/not-available.js';
import { PageTitle } from '@/ui/pages/page-title.js';
import { Loading, Skeleton } from '@/ui/skeleton.js';
import { alertsQuery, alertState } from '@/components/alerts/alert-queries.js';
import { useClockReading } from '@/components/time/clock.js';
import { hasValidAgeAt, sourceNow } from '@/components/time/upstream-clock.js';
import * as strings from '@/strings/public-strings.js';
import { Essentials, Instruction, WarningParts, WarningStory, WarningTitle } from './warning-story.js';
import { OfficialPage } from '@/components/alerts/official-page.js';

/** Page of one warning. The address stays the same from the first message until after the end. */
export function Page() {
  const { eventKey = '' } = useParams();
  const clockReading = useClockReading();
  const poll = useQuery(alertsQuery);
  const state = alertState(poll, clockReading);
  const event = useQuery(alertEventQuery(eventKey, poll.data));
  const { data, refetch } = event;

  const listed = state.kind === 'alerts' ? state.alerts.filter(({ event_key: key }) => key === eventKey) : [];
  const newest = data?.revisions[0]?.revision ?? 0;
  const isListAhead = listed.some(({ revision }) => revision > newest);
  const isDelisted = Boolean(data?.active) && listed.length === 0 && (state.kind === 'none' || state.kind === 'alerts');
  useEffect(() => {
    if (data && (isListAhead || isDelisted)) void refetch();
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once for each thing that the list knows and the page does not
  }, [isListAhead, isDelisted, newest]);

  if (data) {
    if (data.event_key !== eventKey) return <Navigate to={eventPath(data.event_key)} replace />;
    const now = sourceNow(data.timing, clockReading) ?? ('now' in state ? state.now : clockReading.wall);
    const isEventConfirmed = !event.isError && data.ok !== false && hasValidAgeAt(data.timing, clockReading);
    // While the list loads, there's no reason for doubt yet.
    const isListConfirmed = state.kind === 'alerts' ? state.confirmed : state.kind !== 'unavailable';
    return (
      <Frame>
        <WarningStory event={data} now={now} confirmed={isEventConfirmed && isListConfirmed} />
      </Frame>
    );
  }
  const [first] = listed;
  if (first && 'now' in state) {
    return (
      <Frame>
        <Instruction text={first.instruction} />
        <WarningTitle event={first.event} areas={first.areas} />
        <Essentials alerts={[first, ...listed.slice(1)]} now={state.now} />
        <WarningParts alerts={listed} now={state.now} isContinued />
        {event.isError && <p className="mt-8 text-ink-soft">We can’t show what it said before right now.</p>}
      </Frame>
    );
  }
  if (event.isPending) {
    return (
      <Frame>
        <PageTitle title="Weather warning" />
        <Loading label="Loading warning">
          <Skeleton className="mt-6 h-7 w-40" />
          <Skeleton className="mt-6 h-96 rounded-lg" />
        </Loading>
      </Frame>
    );
  }
  if (isUnknownEvent(event.error)) {
    return (
      <Frame>
        <PageTitle title="We don’t have this warning" />
        <p className="mt-4 text-lg text-ink-soft">
          The address may be mistyped. We keep warnings for two years. The official page is <OfficialPage />.
        </p>
      </Frame>
    );
  }
  return (
    <Frame>
      <PageTitle title={strings.alertStatusUnavailable} />
      <p className="my-6 text-lg text-ink-soft">
        The official page is <OfficialPage />.
      </p>
      <NotAvailable isTrying={event.isFetching} onRetry={refetch}>
        We can’t tell right now whether this warning is in effect.
      </NotAvailable>
    </Frame>
  );
}

function Frame({ children }: { children: ReactNode }) {
  return (
    <div className="container-page max-w-3xl pt-8 md:pt-12">
      {children}
      <ButtonLink to="/alert" tone="secondary" className="mt-10">
        All alerts
      </ButtonLink>
    </div>
  );
}
