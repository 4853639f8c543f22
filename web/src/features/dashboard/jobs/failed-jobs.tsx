import type { FailedJob, Queue } from '@site/proto/jobs/v1/jobs.answers';
import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { CircleCheck, RotateCw } from 'lucide-react';
import { amount } from '../../../ui/figures.js';
import { runEach } from '../../../dashboard-kit/list/run-each.js';
import { Banner } from '../../../ui/banner.js';
import { Button } from '../../../ui/button.js';
import { useToast } from '../../../ui/toast.js';
import { FailedJobItem } from './failed-job-item.js';
import { jobsKey, retry } from './jobs.js';

interface FailedJobsProps {
  jobs: FailedJob[];
  queues: Queue[];
}

/** Lists permanently failed jobs with the error and retry buttons. */
export function FailedJobs({ jobs, queues }: FailedJobsProps) {
  const client = useQueryClient();
  const showToast = useToast();
  const all = useMutation({
    networkMode: 'always',
    mutationFn: (failed: FailedJob[]) => runEach(failed, (job) => retry(job)),
    onSuccess: ({ done }) => {
      if (done.length > 0) showToast(`${amount(done.length, 'job is', 'jobs are')} being retried.`);
    },
    onSettled: () => reload(client),
  });
  const counted = queues.reduce((sum, { failed }) => sum + failed, 0);
  const notTaken = all.data?.failed.length ?? 0;

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
      {!all.isPending && notTaken > 0 && (
        <Banner tone="error" className="mt-4">
          {amount(notTaken, 'job', 'jobs')} couldn’t be put back in the queue.
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
  void client.invalidateQueries({ queryKey: jobsKey });
  void client.invalidateQueries({ queryKey: ['admin', 'overview'] });
}
