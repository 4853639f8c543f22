import type { FailedJob, Queue } from '@site/proto/jobs/v1/jobs.responses';
import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { CircleCheck, RotateCw } from 'lucide-react';
import { useId } from 'react';
import { hasStatus } from '@/api/admin.js';
import { AdminPage } from '@/dashboard-kit/admin-page.js';
import { Ago, Details, LongText } from '@/dashboard-kit/facts.js';
import { Failure } from '@/dashboard-kit/action-dialog.js';
import { Loaded } from '@/dashboard-kit/list/paged-list.js';
import { runEach } from '@/dashboard-kit/list/run-each.js';
import * as screenNames from '@/strings/screen-names.js';
import { Banner } from '@/ui/banner.js';
import { Button } from '@/ui/button.js';
import { amount } from '@/ui/number-format.js';
import { Loading, Skeleton } from '@/ui/skeleton.js';
import { useToast } from '@/ui/toast.js';
import { formatJobName, jobsQuery, retry } from './jobs.js';
import { OutboxTable, QueueTable } from './job-tables.js';

export function Page() {
  const jobs = useQuery(jobsQuery);
  return (
    <AdminPage title={screenNames.jobs} note="Background work, such as pictures and mail.">
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

function FailedJobs({ jobs, queues }: { jobs: FailedJob[]; queues: Queue[] }) {
  const client = useQueryClient();
  const showToast = useToast();
  const all = useMutation({
    mutationFn: (failed: FailedJob[]) => runEach(failed, (job) => retry(job)),
    onSuccess: ({ done }) => {
      if (done.length > 0) showToast(`${amount(done.length, 'job is', 'jobs are')} being retried.`);
    },
    onSettled: () => reload(client),
  });
  const counted = queues.reduce((sum, { failed }) => sum + failed, 0);
  // Those that were retried one by one since then are no longer listed.
  const notRetried = (all.data?.failed ?? []).filter(({ item }) =>
    jobs.some(({ id, queue }) => id === item.id && queue === item.queue),
  ).length;

  if (jobs.length === 0) {
    return (
      <section aria-labelledby="failed-heading" className="card flex items-center gap-4 p-5 md:p-6">
        <CircleCheck aria-hidden="true" size={28} className="shrink-0 text-ozark" />
        <div>
          <h2 id="failed-heading" className="text-lg">
            No failed jobs
          </h2>
          <p className="text-ink-soft">Jobs that fail after several attempts are listed here.</p>
        </div>
      </section>
    );
  }
  return (
    <section aria-labelledby="failed-heading" className="card p-5 md:p-6">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div>
          <h2 id="failed-heading" className="text-lg">
            Failed jobs
          </h2>
          <p className="text-ink-soft">
            {counted > jobs.length
              ? `The latest ${amount(jobs.length, 'job', 'jobs')} of ${counted.toLocaleString('en-US')} that failed.`
              : `${amount(jobs.length, 'job', 'jobs')} failed after several attempts.`}
          </p>
        </div>
        {jobs.length > 1 && (
          <Button tone="secondary" onClick={() => all.mutate(jobs)} busyLabel={all.isPending && 'Retrying all…'}>
            <RotateCw aria-hidden="true" size={18} />
            Retry all
          </Button>
        )}
      </div>
      {all.isError && (
        <Banner tone="error" className="mt-4">
          We couldn’t retry the jobs.
        </Banner>
      )}
      {!all.isPending && notRetried > 0 && (
        <Banner tone="error" className="mt-4">
          {amount(notRetried, 'job', 'jobs')} couldn’t be put back in the queue.
        </Banner>
      )}
      <ul className="mt-3 divide-y divide-line">
        {jobs.map((job) => (
          <FailedJobItem key={`${job.queue}/${job.id}`} job={job} onRetried={() => reload(client)} />
        ))}
      </ul>
    </section>
  );
}

function reload(client: QueryClient) {
  void client.invalidateQueries({ queryKey: jobsQuery.queryKey });
  void client.invalidateQueries({ queryKey: ['admin', 'overview'] });
}

function FailedJobItem({ job, onRetried }: { job: FailedJob; onRetried: () => void }) {
  const nameId = useId();
  const showToast = useToast();
  const retrying = useMutation({
    mutationFn: retry,
    onSuccess: () => {
      showToast(`${formatJobName(job.name)} is being retried.`);
      onRetried();
    },
    onError: (error) => {
      // Another user was faster.
      if (hasStatus(error, 404, 409)) onRetried();
    },
  });
  return (
    <li className="py-4">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0 flex-1 basis-72">
          <p id={nameId} className="font-semibold">
            {formatJobName(job.name)}
          </p>
          <p className="mt-0.5 wrap-anywhere text-danger">
            <LongText text={job.reason || 'No reason was given.'} />
          </p>
          <p className="figures mt-1 text-sm text-ink-soft">
            Queue {job.queue}, {amount(job.attempts, 'attempt', 'attempts')}
            {job.failed_at && (
              <>
                , failed <Ago at={job.failed_at} />
              </>
            )}
          </p>
          <Details>
            <pre className="max-w-full rounded-md bg-surface-raised p-3 break-all whitespace-pre-wrap">
              {`id ${job.id}\n${JSON.stringify(job.payload, undefined, 2) ?? ''}`}
            </pre>
          </Details>
        </div>
        <Button
          tone="secondary"
          size="small"
          className="min-h-11"
          aria-describedby={nameId}
          onClick={() => retrying.mutate(job)}
          busyLabel={retrying.isPending && 'Trying again…'}
        >
          <RotateCw aria-hidden="true" size={16} />
          Retry
        </Button>
      </div>
      <Failure text="We couldn’t put the job back in the queue." error={retrying.error} className="mt-3" />
    </li>
  );
}
