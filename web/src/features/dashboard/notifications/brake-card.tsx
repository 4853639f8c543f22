import type { Brake } from '@site/proto/notifications/v1/deliveries.answers';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { CircleCheck, OctagonPause } from 'lucide-react';
import { useRef, useState } from 'react';
import { Ago } from '../../../dashboard-kit/ago.js';
import { FailureText } from '../../../dashboard-kit/editor/delete-dialog.js';
import { reloadChanged } from '../../../dashboard-kit/list/changed.js';
import { Button } from '../../../ui/button.js';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.js';
import { TextField } from '../../../ui/forms/field.js';
import { useToast } from '../../../ui/toast.js';
import { longestReason, overviewKey, setBrake } from './notifications.js';

/** The kill switch: shows whether warnings are sent, and pauses or resumes all sending. */
export function BrakeCard({ brake }: { brake: Brake }) {
  const [isAsking, setAsking] = useState(false);
  const { held, reason, by, at } = brake;
  return (
    <section aria-labelledby="brake" className={`card p-5 md:p-6 ${held ? 'ring-2 ring-danger ring-inset' : ''}`}>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div className="min-w-0 flex-1 basis-72">
          <h2 id="brake" className="flex items-center gap-2.5 text-lg">
            {held ? (
              <OctagonPause aria-hidden="true" size={22} className="shrink-0 text-danger" />
            ) : (
              <CircleCheck aria-hidden="true" size={22} className="shrink-0 text-ozark" />
            )}
            {held ? 'Sending is paused' : 'Warnings are being sent'}
          </h2>
          {held && (
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
        <Button tone={held ? 'primary' : 'danger'} onClick={() => setAsking(true)}>
          {held ? 'Resume sending' : 'Pause sending'}
        </Button>
      </div>
      {isAsking && <BrakeDialog held={held} onClose={() => setAsking(false)} />}
    </section>
  );
}

interface BrakeDialogProps {
  /** The current state; the dialog asks for the opposite. */
  held: boolean;
  onClose: () => void;
}

function BrakeDialog({ held, onClose }: BrakeDialogProps) {
  const client = useQueryClient();
  const showToast = useToast();
  const [reason, setReason] = useState('');
  const [error, setError] = useState<string>();
  const underWay = useRef(false);
  const change = useMutation({
    networkMode: 'always',
    mutationFn: setBrake,
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
    const said = reason.trim();
    if (!held && said === '') return setError('Enter a reason for the next person on duty.');
    underWay.current = true;
    change.mutate({ held: !held, reason: said });
  }

  return (
    <ConfirmDialog
      open
      title={held ? 'Resume sending warnings?' : 'Pause all warnings?'}
      text={
        held
          ? 'Waiting warnings that are still in effect are sent immediately.'
          : 'No one gets any warnings, not even tornado warnings, until someone resumes sending. Warnings that end in the meantime are never sent.'
      }
      confirmLabel={held ? 'Yes, Resume' : 'Yes, Pause Sending'}
      busyLabel={held ? 'Resuming…' : 'Pausing…'}
      busy={change.isPending}
      error={change.isError && <FailureText text="We couldn’t change this. Try again." error={change.error} />}
      destructive={!held}
      onConfirm={confirm}
      onCancel={onClose}
    >
      {!held && (
        <TextField
          label="Reason"
          hint="Shown to everyone here, and kept in the audit log."
          required
          data-autofocus=""
          maxLength={longestReason}
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
