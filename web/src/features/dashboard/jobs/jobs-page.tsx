import { useQuery } from '@tanstack/react-query';
import { AdminPage } from '../../../dashboard-kit/admin-page.js';
import { Loaded } from '../../../dashboard-kit/list/loaded.js';
import { Loading, Skeleton } from '../../../ui/skeleton.js';
import * as strings from '../../../strings.js';
import { FailedJobs } from './failed-jobs.js';
import { jobsQuery } from './jobs.js';
import { OutboxTable, QueueTable } from './tables.js';

/** /dashboard/jobs: queues, outboxes and failed jobs. */
export function Page() {
  const jobs = useQuery(jobsQuery);
  return (
    <AdminPage title={strings.sidebarJobs} note="Background work, such as pictures and mail.">
      <Loaded query={jobs} failure="We couldn’t load the jobs." placeholder={<Placeholder />}>
        {({ failed, queues, outbox }) => (
          <div className="flex flex-col gap-6">
            <FailedJobs jobs={failed} queues={queues} />
            <div className="grid items-start grid-cols-[minmax(0,1fr)] gap-6 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
              <QueueTable queues={queues} />
              <OutboxTable outbox={outbox} />
            </div>
          </div>
        )}
      </Loaded>
    </AdminPage>
  );
}

function Placeholder() {
  return (
    <Loading label="Loading the jobs" className="flex flex-col gap-6">
      <Skeleton className="h-24 rounded-lg" />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
        <Skeleton className="h-72 rounded-lg" />
        <Skeleton className="h-72 rounded-lg" />
      </div>
    </Loading>
  );
}
