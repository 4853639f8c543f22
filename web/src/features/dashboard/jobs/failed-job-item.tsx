import { useMutation } from '@tanstack/react-query';
import { RotateCw } from 'lucide-react';
import { useId } from 'react';
import { ApiError } from '../../../api/api.js';
import { Details } from '../../../dashboard-kit/details.js';
import { amount } from '../../../ui/figures.js';
import { Banner } from '../../../ui/banner.js';
import { Button } from '../../../ui/button.js';
import { useToast } from '../../../ui/toast.js';
import { useNow } from '../../../domain/time/clock.js';
import { fullDateTime, relativeTime } from '../../../domain/time/times.js';
import { inWords, retry, type FailedJob } from './jobs.js';

interface FailedJobItemProps {
  job: FailedJob;
  onRetried: () => void;
}

export function FailedJobItem({ job, onRetried }: FailedJobItemProps) {
  const nameId = useId();
  const now = useNow();
  const showToast = useToast();
  const again = useMutation({
    networkMode: 'always',
    mutationFn: retry,
    onSuccess: () => {
      showToast(`${inWords(job.name)} is being tried again.`);
      onRetried();
    },
    onError: (error) => {
      // Somebody else was faster: the list shown here is old.
      if (error instanceof ApiError && (error.status === 404 || error.status === 409)) onRetried();
    },
  });
  const said = again.error instanceof ApiError ? again.error.serverMessage : undefined;
  return (
    <li className="py-4">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0 flex-1 basis-72">
          <p id={nameId} className="font-semibold">
            {inWords(job.name)}
          </p>
          <p className="mt-0.5 break-words text-danger">{job.reason || 'No reason was given.'}</p>
          <p className="figures mt-1 text-sm text-ink-soft">
            Queue {job.queue}, {amount(job.attempts, 'try', 'tries')}
            {job.failed_at && (
              <>
                , failed{' '}
                <time dateTime={job.failed_at} title={fullDateTime(Date.parse(job.failed_at))}>
                  {relativeTime(Date.parse(job.failed_at), now).replace('Just', 'just')}
                </time>
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
          <p>It could not be put back into the queue.</p>
          {said && <p className="text-ink-soft">{said}</p>}
        </Banner>
      )}
    </li>
  );
}
