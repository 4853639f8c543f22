import type { FailedJob } from '@site/proto/jobs/v1/jobs.answers';
import { useMutation } from '@tanstack/react-query';
import { RotateCw } from 'lucide-react';
import { useId } from 'react';
import { ApiError } from '../../../api/api.js';
import { FailureText } from '../../../dashboard-kit/editor/delete-dialog.js';
import { Ago } from '../../../dashboard-kit/ago.js';
import { LongText } from '../../../dashboard-kit/long-text.js';
import { Details } from '../../../dashboard-kit/details.js';
import { amount } from '../../../ui/figures.js';
import { Banner } from '../../../ui/banner.js';
import { Button } from '../../../ui/button.js';
import { useToast } from '../../../ui/toast.js';
import { inWords, retry } from './jobs.js';

interface FailedJobItemProps {
  job: FailedJob;
  onRetried: () => void;
}

export function FailedJobItem({ job, onRetried }: FailedJobItemProps) {
  const nameId = useId();
  const showToast = useToast();
  const again = useMutation({
    networkMode: 'always',
    mutationFn: retry,
    onSuccess: () => {
      showToast(`${inWords(job.name)} is being retried.`);
      onRetried();
    },
    onError: (error) => {
      // Another user was faster, so the list is out of date.
      if (error instanceof ApiError && (error.status === 404 || error.status === 409)) onRetried();
    },
  });
  return (
    <li className="py-4">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0 flex-1 basis-72">
          <p id={nameId} className="font-semibold">
            {inWords(job.name)}
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
          onClick={() => again.mutate(job)}
          busyLabel={again.isPending && 'Trying again…'}
        >
          <RotateCw aria-hidden="true" size={16} />
          Retry
        </Button>
      </div>
      {again.isError && (
        <Banner tone="error" className="mt-3">
          <FailureText text="We couldn’t put the job back in the queue." error={again.error} />
        </Banner>
      )}
    </li>
  );
}
