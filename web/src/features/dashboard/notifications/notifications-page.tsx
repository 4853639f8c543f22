/** Screen of warning notifications: dispatches, figures, kill switch and webhooks. */
import type { KillSwitch } from '@site/proto/notifications/v1/deliveries.responses';
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { CircleCheck, OctagonPause } from 'lucide-react';
import { useRef, useState } from 'react';
import { AdminPage } from '@/dashboard-kit/admin-page.js';
import { Ago } from '@/dashboard-kit/facts.js';
import { FailureText } from '@/dashboard-kit/action-dialog.js';
import { reloadChanged } from '@/dashboard-kit/list/queries.js';
import { Loaded, PagedList } from '@/dashboard-kit/list/paged-list.js';
import { Button } from '@/ui/button.js';
import { ConfirmDialog } from '@/ui/dialogs/confirm-dialog.js';
import { TextField } from '@/ui/forms/form-fields.js';
import { Section } from '@/ui/page-section.js';
import { Loading, Skeleton } from '@/ui/skeleton.js';
import { useToast } from '@/ui/toast.js';
import { ChannelStats, SegmentStats, DeliverySpeedStats } from './statistics.js';
import { maxReasonLength, overviewKey, overviewQuery, dispatchesQuery, setKillSwitch } from './notifications.js';
import { DispatchList } from './dispatch-list.js';
import { WebhookList } from './webhook-list.js';

export function Page() {
  const overview = useQuery(overviewQuery);
  const dispatches = useInfiniteQuery(dispatchesQuery);
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
          {({ kill_switch: killSwitch, channels, delivery }) => (
            <>
              <KillSwitchCard killSwitch={killSwitch} />
              <div className="grid items-start grid-cols-[minmax(0,1fr)] gap-6 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
                <ChannelStats channels={channels} />
                <DeliverySpeedStats delivery={delivery} />
              </div>
            </>
          )}
        </Loaded>
        <SegmentStats />
        <Section title="Dispatches" headingClassName="mb-2 text-lg" className="card p-5 md:p-6">
          <PagedList
            query={dispatches}
            failure="We couldn’t load the dispatches. Try again."
            placeholder={
              <Loading label="Loading the dispatches" className="flex flex-col gap-4" count={3} each="h-20" />
            }
            empty={<p className="py-8 text-center text-ink-soft">No warnings have been sent yet.</p>}
          >
            {(items) => <DispatchList dispatches={items} />}
          </PagedList>
        </Section>
        <WebhookList />
      </div>
    </AdminPage>
  );
}

function KillSwitchCard({ killSwitch }: { killSwitch: KillSwitch }) {
  const [isAsking, setAsking] = useState(false);
  const { paused: isPaused, reason, by, at } = killSwitch;
  return (
    <section
      aria-labelledby="kill-switch"
      className={`card p-5 md:p-6 ${isPaused ? 'ring-2 ring-danger ring-inset' : ''}`}
    >
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div className="min-w-0 flex-1 basis-72">
          <h2 id="kill-switch" className="flex items-center gap-2.5 text-lg">
            {isPaused ? (
              <OctagonPause aria-hidden="true" size={22} className="shrink-0 text-danger" />
            ) : (
              <CircleCheck aria-hidden="true" size={22} className="shrink-0 text-ozark" />
            )}
            {isPaused ? 'Sending is paused' : 'Warnings are being sent'}
          </h2>
          {isPaused && (
            <p className="mt-1 wrap-anywhere">
              {reason}{' '}
              <span className="text-ink-soft">
                {by ? `Paused by ${by}` : 'Paused automatically'}
                {at && (
                  <>
                    {' '}
                    <Ago at={at} />
                  </>
                )}
                .
              </span>
            </p>
          )}
        </div>
        <Button tone={isPaused ? 'primary' : 'danger'} onClick={() => setAsking(true)}>
          {isPaused ? 'Resume sending' : 'Pause sending'}
        </Button>
      </div>
      {isAsking && <KillSwitchDialog isPaused={isPaused} onClose={() => setAsking(false)} />}
    </section>
  );
}

interface KillSwitchDialogProps {
  /** The dialog asks for the opposite. */
  isPaused: boolean;
  onClose: () => void;
}

function KillSwitchDialog({ isPaused, onClose }: KillSwitchDialogProps) {
  const client = useQueryClient();
  const showToast = useToast();
  const [reason, setReason] = useState('');
  const [error, setError] = useState<string>();
  const underWay = useRef(false);
  const change = useMutation({
    mutationFn: setKillSwitch,
    onSuccess: ({ action }) => {
      showToast(action);
      reloadChanged(client, overviewKey);
      onClose();
    },
    onError: () => {
      underWay.current = false;
    },
  });

  function confirm() {
    if (underWay.current) return;
    const trimmedReason = reason.trim();
    if (!isPaused && trimmedReason === '') return setError('Enter a reason for the next person on duty.');
    underWay.current = true;
    change.mutate({ paused: !isPaused, reason: trimmedReason });
  }

  return (
    <ConfirmDialog
      open
      title={isPaused ? 'Resume sending warnings?' : 'Pause all warnings?'}
      text={
        isPaused
          ? 'Waiting warnings that are still in effect are sent immediately.'
          : 'No one gets any warnings, not even tornado warnings, until someone resumes sending. Warnings that end in the meantime are never sent.'
      }
      confirmLabel={isPaused ? 'Yes, Resume' : 'Yes, Pause Sending'}
      busyLabel={isPaused ? 'Resuming…' : 'Pausing…'}
      busy={change.isPending}
      error={change.isError && <FailureText text="We couldn’t change this. Try again." error={change.error} />}
      destructive={!isPaused}
      onConfirm={confirm}
      onCancel={onClose}
    >
      {!isPaused && (
        <TextField
          label="Reason"
          hint="Shown to everyone here, and kept in the audit log."
          required
          data-autofocus=""
          maxLength={maxReasonLength}
          value={reason}
          error={error}
          onChange={({ target }) => {
            setReason(target.value);
            setError(undefined);
          }}
        />
      )}
    </ConfirmDialog>
  );
}
