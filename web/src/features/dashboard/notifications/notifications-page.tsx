import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { AdminPage } from '../../../dashboard-kit/admin-page.js';
import { Loaded, PagedList } from '../../../dashboard-kit/list/loaded.js';
import { Section } from '../../../ui/section.js';
import { Loading, Skeleton } from '../../../ui/skeleton.js';
import { KillSwitchCard } from './kill-switch-card.js';
import { ChannelFigures } from './channel-figures.js';
import { overviewQuery, runsQuery } from './notifications.js';
import { RunList } from './run-list.js';
import { SegmentFigures } from './segment-figures.js';
import { SpeedFigures } from './speed-figures.js';
import { WebhookList } from './webhook-list.js';

/** /dashboard/notifications: subscribers, delivery times, dispatches, webhooks and the kill switch. */
export function Page() {
  const overview = useQuery(overviewQuery);
  const runs = useInfiniteQuery(runsQuery);
  return (
    <AdminPage title="Notifications" note="Warnings sent by push notification, email and text message.">
      <div className="flex flex-col gap-6">
        <Loaded
          query={overview}
          failure="We couldn’t load the figures. Try again."
          placeholder={
            <Loading label="Loading the figures" className="flex flex-col gap-6">
              <Skeleton className="h-24 rounded-lg" />
              <Skeleton className="h-72 rounded-lg" />
            </Loading>
          }
        >
          {({ brake: killSwitch, channels, delivery }) => (
            <>
              <KillSwitchCard killSwitch={killSwitch} />
              <div className="grid items-start grid-cols-[minmax(0,1fr)] gap-6 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
                <ChannelFigures channels={channels} />
                <SpeedFigures delivery={delivery} />
              </div>
            </>
          )}
        </Loaded>
        <SegmentFigures />
        <Section title="Dispatches" headingLook="mb-2 text-lg" className="card p-5 md:p-6">
          <PagedList
            query={runs}
            failure="We couldn’t load the dispatches. Try again."
            placeholder={
              <Loading label="Loading the dispatches" className="flex flex-col gap-4" count={3} each="h-20" />
            }
            empty={<p className="py-8 text-center text-ink-soft">No warnings have been sent yet.</p>}
          >
            {(shown) => <RunList runs={shown} />}
          </PagedList>
        </Section>
        <WebhookList />
      </div>
    </AdminPage>
  );
}
