import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { ApiError } from '../../../api/api.js';
import { amount } from '../../../ui/figures.js';
import { runEach, type EachOutcome } from '../../../dashboard-kit/list/run-each.js';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.js';
import { strings } from '../../../strings.js';
import { ReasonForm } from './reason-form.js';
import { applyDecision, decide, reloadLists, type Decision, type ModeratedSnapshot } from './snapshot-lists.js';

export interface AskedInBulk {
  decision: Decision;
  snapshots: ModeratedSnapshot[];
}

interface BulkDialogProps {
  /** What is asked; undefined closes the dialog. */
  asked: AskedInBulk | undefined;
  onCancel: () => void;
  /** Called for what was done; what failed stays selected. */
  onDecided: (decision: Decision, done: ModeratedSnapshot[]) => void;
  returnFocusTo: () => HTMLElement | null | undefined;
}

const words: Record<Decision, { verb: string; done: string; consequence: string; confirm: string }> = {
  approve: {
    verb: 'Approve',
    done: 'approved',
    consequence: 'Everybody can see them on the site from then on.',
    confirm: strings.approveConfirm,
  },
  reject: {
    verb: 'Reject',
    done: 'rejected',
    consequence: 'They will not be shown. They can be restored for 30 days.',
    confirm: strings.rejectConfirm,
  },
  delete: {
    verb: 'Delete',
    done: 'deleted',
    consequence: 'They disappear from the site. They can be restored for 30 days.',
    confirm: strings.deleteConfirm,
  },
};

/** Asks once for many photos, decides on each by a call of its own, and says which could not be decided on. */
export function BulkDialog({ asked, onCancel, onDecided, returnFocusTo }: BulkDialogProps) {
  const client = useQueryClient();
  const [reason, setReason] = useState('');
  const [finished, setFinished] = useState(0);
  /** The question that has been answered: a second click on the same must find nothing to do. */
  const answered = useRef<AskedInBulk>(undefined);
  const bulk = useMutation({
    networkMode: 'always',
    mutationFn: ({ decision, snapshots, reason: why }: AskedInBulk & { reason: string }) => {
      setFinished(0);
      const act = async (snapshot: ModeratedSnapshot) => {
        const decided = { decision, snapshot, ...(decision === 'reject' && why && { reason: why }) };
        applyDecision(client, decided, await decide(decided));
      };
      return runEach(snapshots, act, { onProgress: setFinished });
    },
    onSuccess: ({ done, failed }, { decision }) => {
      answered.current = undefined;
      reloadLists(client);
      if (done.length > 0) onDecided(decision, done);
      if (failed.length > 0) return;
      setReason('');
      onCancel();
    },
    onError: () => {
      answered.current = undefined;
      reloadLists(client);
    },
  });
  // The last question stays while the dialog closes.
  const [last, setLast] = useState(asked);
  if (asked && asked !== last) setLast(asked);
  const { verb, done, consequence, confirm: confirmLabel } = words[last?.decision ?? 'approve'];
  const count = last?.snapshots.length ?? 0;

  function confirm() {
    if (!asked || asked.snapshots.length === 0 || answered.current === asked) return;
    answered.current = asked;
    bulk.mutate({ ...asked, reason: reason.trim() });
  }

  function cancel() {
    bulk.reset();
    setReason('');
    onCancel();
  }

  return (
    <ConfirmDialog
      open={asked !== undefined}
      title={`${verb} ${amount(count, 'Request', 'Requests')}?`}
      text={
        <>
          <p>{consequence}</p>
          {bulk.isPending && (
            <p role="status" aria-live="polite" className="figures mt-1 font-semibold text-ink">
              {finished} of {count} done
            </p>
          )}
        </>
      }
      cancelLabel={strings.cancel}
      confirmLabel={confirmLabel}
      busyLabel={strings.processing}
      busy={bulk.isPending}
      error={
        bulk.isError
          ? `Not all photos could be ${done}. Please try again.`
          : bulk.data && bulk.data.failed.length > 0 && !bulk.isPending
            ? failureText(bulk.data, done)
            : undefined
      }
      destructive={last?.decision !== 'approve'}
      harmless={last?.decision === 'approve'}
      onConfirm={confirm}
      onCancel={cancel}
      returnFocusTo={returnFocusTo}
    >
      {last?.decision === 'reject' ? (
        <ReasonForm reason={reason} onChange={setReason} onSubmit={confirm} busy={bulk.isPending} />
      ) : undefined}
    </ConfirmDialog>
  );
}

function failureText({ failed }: EachOutcome<ModeratedSnapshot>, done: string) {
  const reasons = new Set(failed.map(({ error }) => error instanceof ApiError && error.serverMessage).filter(Boolean));
  return (
    <>
      <p>
        {amount(failed.length, 'photo', 'photos')} could not be {done}.
      </p>
      {[...reasons].map((reason) => (
        <p key={String(reason)} className="text-ink-soft">
          {reason}
        </p>
      ))}
    </>
  );
}
