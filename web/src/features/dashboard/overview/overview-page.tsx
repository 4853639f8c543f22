import { useQuery } from '@tanstack/react-query';
import { AdminPage } from '../../../dashboard-kit/admin-page.js';
import { Loaded } from '../../../dashboard-kit/list/loaded.js';
import { StormModeCard } from '../../../dashboard-kit/storm-mode/storm-mode-card.js';
import { allows, useSession } from '../../../domain/session/session.js';
import { Loading, Skeleton } from '../../../ui/skeleton.js';
import * as strings from '../../../strings.js';
import { overviewEverySeconds, overviewQuery } from './overview.js';
import { LatestActions } from './latest-actions.js';
import { NewsletterFigures } from './newsletter-figures.js';
import { SystemHealth } from './system-health.js';
import { Waiting } from './waiting.js';

const belowLook = 'mt-6 grid items-start grid-cols-[minmax(0,1fr)] gap-6 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]';

/** /dashboard/home: pending work first, then storm mode, the latest actions and system health. */
export function Page() {
  const overview = useQuery(overviewQuery);
  const session = useSession();
  return (
    <AdminPage title={strings.home} note="What’s waiting for you, and whether everything is running.">
      <Loaded
        query={overview}
        failure="We couldn’t load the overview."
        oldNote={(age) =>
          `These figures are from ${age}: the site isn’t responding. We try again every ${overviewEverySeconds} seconds.`
        }
        placeholder={<Placeholder />}
      >
        {({ newsletter, latest_audit: latest, ...rest }) => (
          <>
            <Waiting {...rest} />
            <div className="mt-6">
              <StormModeCard />
            </div>
            {allows(session, 'records') && (
              <div className={belowLook}>
                <LatestActions entries={latest} />
                <NewsletterFigures newsletter={newsletter} />
              </div>
            )}
            <div className="mt-6">
              <SystemHealth {...rest} />
            </div>
          </>
        )}
      </Loaded>
    </AdminPage>
  );
}

function Placeholder() {
  return (
    <Loading label="Loading the overview">
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,15rem),1fr))] gap-4 md:gap-6">
        {['1', '2', '3', '4'].map((key) => (
          <Skeleton key={key} className="h-32 rounded-lg" />
        ))}
      </div>
      <div className={belowLook}>
        <Skeleton className="h-80 rounded-lg" />
        <Skeleton className="h-72 rounded-lg" />
      </div>
      <Skeleton className="mt-6 h-20 rounded-lg" />
    </Loading>
  );
}
