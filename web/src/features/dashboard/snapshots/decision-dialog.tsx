/** Confirms approving, rejecting or deleting one or several photos, and shows a bulk decision's progress. */
import { firstCharacters } from '@site/domain/truncate';
import type { ModeratedSnapshot } from '@site/proto/submissions/v1/snapshots.responses';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { hasStatus, serverMessageOf } from '@/api/admin.js';
import { FailureText } from '@/dashboard-kit/action-dialog.js';
import { useDraft, useStoredDraft } from '@/dashboard-kit/editor/drafts.js';
import type { ItemResult } from '@/dashboard-kit/list/run-each.js';
import { maxReasonLength, type Decision } from '@/dashboard-kit/submissions/submission-lists.js';
import { SavedTextPicker } from '@/dashboard-kit/saved-texts.js';
import * as dashboardStrings from '@/strings/dashboard-strings.js';
import * as strings from '@/strings/public-strings.js';
import { ConfirmDialog } from '@/ui/dialogs/confirm-dialog.js';
import { TextField } from '@/ui/forms/form-fields.js';
import { amount } from '@/ui/number-format.js';
import { decideTogether } from './quick-decisions.js';
import { senderOf, snapshots } from './snapshots.js';

export interface DecisionTarget {
  decision: Decision;
  photos: ModeratedSnapshot[];
  /** The question gives the number of photos, not their senders. */
  inBulk: boolean;
}

interface DecisionDialogProps {
  /** Undefined closes the dialog. */
  target: DecisionTarget | undefined;
  onCancel: () => void;
  /** A bulk decision keeps the dialog open for the photos that failed. */
  onDecided: (decision: Decision, done: ModeratedSnapshot[], inBulk: boolean) => void;
  returnFocusTo: () => HTMLElement | null | undefined;
}

const questions: Record<
  Decision,
  { verb: string; done: string; title: string; consequences: [string, string]; confirm: string; failure: string }
> = {
  approve: {
    verb: 'Approve',
    done: 'approved',
    title: 'Approve Request?',
    consequences: ['Everyone will be able to see it on the site.', 'Everyone will be able to see them on the site.'],
    confirm: 'Yes, Approve',
    failure: 'Failed to approve snapshot. Please try again.',
  },
  reject: {
    verb: 'Reject',
    done: 'rejected',
    title: 'Reject Request?',
    consequences: [
      'It won’t be shown. It can be restored for 30 days.',
      'They won’t be shown. They can be restored for 30 days.',
    ],
    confirm: 'Yes, Reject',
    failure: 'Failed to reject snapshot. Please try again.',
  },
  delete: {
    verb: 'Delete',
    done: 'deleted',
    title: 'Delete Request?',
    consequences: [
      'It disappears from the site. It can be restored for 30 days.',
      'They disappear from the site. They can be restored for 30 days.',
    ],
    confirm: dashboardStrings.deleteConfirm,
    failure: 'Failed to delete snapshot. Please try again.',
  },
};

export function DecisionDialog({ target, onCancel, onDecided, returnFocusTo }: DecisionDialogProps) {
  const client = useQueryClient();
  const [reason, setReason] = useState('');
  const [finished, setFinished] = useState(0);
  /** A second click must not send it again. */
  const submitted = useRef<DecisionTarget>(undefined);
  const deciding = useMutation({
    mutationFn: async ({ decision, photos, inBulk, reason: why }: DecisionTarget & { reason: string }) => {
      setFinished(0);
      const apply = (item: ModeratedSnapshot, now: ModeratedSnapshot | null) =>
        snapshots.apply(client, { decision, item }, now);
      const sentWhy = decision === 'reject' ? why : '';
      if (inBulk)
        return decideTogether(photos, { decision, reason: sentWhy }, { onDone: apply, onProgress: setFinished });
      for (const item of photos)
        apply(item, await snapshots.decide({ decision, item, ...(sentWhy && { reason: sentWhy }) }));
      return { done: photos, failed: [] };
    },
    onSuccess: ({ done, failed }, { decision, inBulk }) => {
      if (inBulk) submitted.current = undefined;
      snapshots.reload(client);
      if (failed.length === 0) setReason('');
      if (done.length > 0) onDecided(decision, done, inBulk);
      if (failed.length === 0 && inBulk) onCancel();
    },
    onError: (error, { inBulk }) => {
      submitted.current = undefined;
      // Another user was faster.
      const isOld = hasStatus(error, 404, 409);
      if (inBulk || isOld) snapshots.reload(client);
    },
  });
  const { decision = 'approve', photos = [], inBulk = false } = target ?? {};
  const question = questions[decision];
  const [first] = photos;
  const failed = deciding.data?.failed ?? [];

  function confirm() {
    if (!target || target.photos.length === 0 || submitted.current === target) return;
    submitted.current = target;
    deciding.mutate({ ...target, reason: reason.trim() });
  }

  function cancel() {
    deciding.reset();
    setReason('');
    onCancel();
  }

  return (
    <ConfirmDialog
      open={target !== undefined}
      title={inBulk ? `${question.verb} ${amount(photos.length, 'Request', 'Requests')}?` : question.title}
      text={
        <>
          <p className="wrap-anywhere">
            {!inBulk && first && `The photo by ${senderOf(first)} from ${first.location}. `}
            {question.consequences[inBulk ? 1 : 0]}
          </p>
          {inBulk && deciding.isPending && <Progress finished={finished} all={photos.length} />}
        </>
      }
      cancelLabel={strings.cancel}
      confirmLabel={failed.length > 0 || (inBulk && deciding.isError) ? 'Try again' : question.confirm}
      busyLabel={dashboardStrings.processing}
      busy={deciding.isPending}
      error={
        deciding.error && !inBulk ? (
          <FailureText text={question.failure} error={deciding.error} />
        ) : deciding.error ? (
          `Some photos couldn’t be ${question.done}. Try again.`
        ) : (
          failed.length > 0 && <Failed failed={failed} done={question.done} />
        )
      }
      destructive={decision !== 'approve'}
      harmless={decision === 'approve'}
      onConfirm={confirm}
      onCancel={cancel}
      returnFocusTo={returnFocusTo}
    >
      {decision === 'reject' ? (
        <>
          {/* Enter confirms. */}
          <form
            noValidate
            onSubmit={(event) => {
              event.preventDefault();
              confirm();
            }}
            className="mt-2"
          >
            <Reason
              key={photos.map(({ id }) => id).join()}
              photos={photos}
              reason={reason}
              readOnly={deciding.isPending}
              onChange={setReason}
            />
          </form>
          <SavedTextPicker
            kind="reason"
            text={reason}
            onSelect={(saved) => setReason(firstCharacters(saved, maxReasonLength))}
          />
        </>
      ) : undefined}
    </ConfirmDialog>
  );
}

interface ReasonProps {
  photos: ModeratedSnapshot[];
  reason: string;
  readOnly: boolean;
  onChange: (reason: string) => void;
}

function Reason({ photos, reason, readOnly, onChange }: ReasonProps) {
  const draft = useDraft<{ reason: string }>(`photo rejection ${photos.map(({ id }) => id).join()}`);
  useStoredDraft(draft, reason.trim() ? { reason } : undefined);
  const restore = useEffectEvent(() => draft.found && onChange(draft.found.reason));
  useEffect(() => {
    restore();
    // Deciding or canceling ends it; a reload doesn't get here.
    return () => draft.copies.clear();
  }, [draft]);
  return (
    <TextField
      label="Reason (optional)"
      hint="We email this to the sender."
      maxLength={maxReasonLength}
      autoComplete="off"
      value={reason}
      readOnly={readOnly}
      data-autofocus=""
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

function Progress({ finished, all }: { finished: number; all: number }) {
  return (
    <div className="mt-2 font-semibold text-ink">
      <p role="status" aria-live="polite" className="figures">
        {finished} of {all} done
      </p>
      <span aria-hidden="true" className="mt-1.5 block h-1.5 overflow-hidden rounded-full bg-line">
        <span
          className="block h-full origin-left bg-sky transition-transform duration-150"
          style={{ transform: `scaleX(${all === 0 ? 0 : finished / all})` }}
        />
      </span>
    </div>
  );
}

function Failed({ failed, done }: { failed: ItemResult<ModeratedSnapshot>['failed']; done: string }) {
  const byReason = new Map<string, ModeratedSnapshot[]>();
  for (const { item, error } of failed) {
    const reason = serverMessageOf(error) || strings.somethingWentWrong;
    byReason.set(reason, [...(byReason.get(reason) ?? []), item]);
  }
  return (
    <>
      <p>
        {amount(failed.length, 'photo', 'photos')} couldn’t be {done}.
      </p>
      {[...byReason].map(([reason, items]) => (
        <div key={reason} className="mt-1">
          <p className="text-ink-soft">{reason}</p>
          <ul className="list-disc pl-5">
            {items.map((item) => (
              <li key={item.id} className="wrap-anywhere">
                {senderOf(item)}, {item.location}
              </li>
            ))}
          </ul>
        </div>
      ))}
    </>
  );
}
