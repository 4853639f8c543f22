/** Confirms approving, rejecting or deleting one or several submissions, and shows a bulk decision's progress. */
import { firstCharacters } from '@site/domain/truncate';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { hasStatus, serverMessageOf } from '@/api/admin.js';
import * as dashboardStrings from '@/strings/dashboard-strings.js';
import * as strings from '@/strings/public-strings.js';
import { ConfirmDialog } from '@/ui/dialogs/confirm-dialog.js';
import { TextField } from '@/ui/forms/form-fields.js';
import { amount } from '@/ui/number-format.js';
import { FailureText } from '../action-dialog.js';
import { useDraft, useStoredDraft } from '../editor/drafts.js';
import { type ItemResult, runEach } from '../list/run-each.js';
import { SavedTextPicker } from '../saved-texts.js';
import type { Review } from './review.js';
import { type Decision, maxReasonLength, type Submission } from './submission-lists.js';

export interface DecisionTarget<Item> {
  decision: Decision;
  items: Item[];
  /** The question gives the number of items, not their names. */
  inBulk: boolean;
}

const labels: Record<Decision, { verb: string; done: string }> = {
  approve: { verb: 'Approve', done: 'approved' },
  reject: { verb: 'Reject', done: 'rejected' },
  delete: { verb: 'Delete', done: 'deleted' },
};

interface DecisionDialogProps<Item extends Submission> {
  review: Review<Item>;
  onDecided: (decision: Decision, item: Item) => void;
}

/** Opens when the review has a target. A bulk decision keeps it open for the items that failed. */
export function DecisionDialog<Item extends Submission>({ review, onDecided }: DecisionDialogProps<Item>) {
  const { kind, target, closeDialog } = review;
  const client = useQueryClient();
  const [reason, setReason] = useState('');
  const [finished, setFinished] = useState(0);
  /** A second click must not send it again. */
  const submitted = useRef<DecisionTarget<Item>>(undefined);
  const deciding = useMutation({
    mutationFn: async ({ decision, items, inBulk, reason: typed }: DecisionTarget<Item> & { reason: string }) => {
      setFinished(0);
      const sentReason = decision === 'reject' ? typed : '';
      const onDone = (item: Item) => kind.remove(client, item);
      const decide = async (item: Item) => {
        await kind.decide({ decision, item, ...(sentReason && { reason: sentReason }) });
        onDone(item);
      };
      if (inBulk && kind.decideAll)
        return kind.decideAll(items, { decision, reason: sentReason }, { onDone, onProgress: setFinished });
      if (inBulk) return runEach(items, decide, { onProgress: setFinished });
      for (const item of items) await decide(item);
      return { done: items, failed: [] };
    },
    onSuccess: ({ done, failed }, { decision, inBulk }) => {
      if (inBulk) submitted.current = undefined;
      kind.reload(client);
      if (failed.length === 0) setReason('');
      if (!inBulk) for (const item of done) onDecided(decision, item);
      else if (done.length > 0) review.decidedInBulk(decision, done);
      if (failed.length === 0 && inBulk) closeDialog();
    },
    onError: (error, { inBulk }) => {
      submitted.current = undefined;
      // Another user was faster.
      const isOld = hasStatus(error, 404, 409);
      if (inBulk || isOld) kind.reload(client);
    },
  });
  const { decision = 'approve', items = [], inBulk = false } = target ?? {};
  const question = kind.questions[decision];
  const { verb, done } = labels[decision];
  const [noun, nouns] = question.nouns ?? ['Request', 'Requests'];
  const manyItems = kind.tabs[review.state].nouns;
  const failed = deciding.data?.failed ?? [];

  function confirm() {
    if (!target || target.items.length === 0 || submitted.current === target) return;
    submitted.current = target;
    deciding.mutate({ ...target, reason: reason.trim() });
  }

  function cancel() {
    deciding.reset();
    setReason('');
    closeDialog();
  }

  return (
    <ConfirmDialog
      open={target !== undefined}
      title={`${verb} ${inBulk ? amount(items.length, noun, nouns) : noun}?`}
      text={
        <>
          <div className="wrap-anywhere">{question.text(inBulk ? undefined : items[0])}</div>
          {inBulk && deciding.isPending && <Progress finished={finished} all={items.length} />}
        </>
      }
      confirmLabel={failed.length > 0 || (inBulk && deciding.isError) ? 'Try again' : `Yes, ${verb}`}
      busyLabel={question.busyLabel ?? dashboardStrings.processing}
      busy={deciding.isPending}
      error={
        deciding.error && !inBulk ? (
          <FailureText text={question.failure} error={deciding.error} serverFirst={kind.prefersServerText} />
        ) : deciding.error ? (
          `Some ${manyItems[1]} couldn’t be ${done}. Try again.`
        ) : (
          failed.length > 0 && (
            <Failed
              summary={`${amount(failed.length, ...manyItems)} couldn’t be ${done}.`}
              failed={failed}
              labelOf={kind.labelOf}
            />
          )
        )
      }
      destructive={decision !== 'approve'}
      harmless={decision === 'approve'}
      onConfirm={confirm}
      onCancel={cancel}
      returnFocusTo={review.returnFocusTo}
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
              key={items.map(({ id }) => id).join()}
              draftName={`${kind.kind} rejection ${items.map(({ id }) => id).join()}`}
              hint={kind.reasonHint}
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
  draftName: string;
  hint: string;
  reason: string;
  readOnly: boolean;
  onChange: (reason: string) => void;
}

function Reason({ draftName, hint, reason, readOnly, onChange }: ReasonProps) {
  const draft = useDraft<{ reason: string }>(draftName);
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
      hint={hint}
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

interface FailedProps<Item> extends Pick<ItemResult<Item>, 'failed'> {
  summary: string;
  labelOf: (item: Item) => string;
}

function Failed<Item extends Submission>({ summary, failed, labelOf }: FailedProps<Item>) {
  const byReason = new Map<string, Item[]>();
  for (const { item, error } of failed) {
    const reason = serverMessageOf(error) || strings.somethingWentWrong;
    byReason.set(reason, [...(byReason.get(reason) ?? []), item]);
  }
  return (
    <>
      <p>{summary}</p>
      {[...byReason].map(([reason, items]) => (
        <div key={reason} className="mt-1">
          <p className="text-ink-soft">{reason}</p>
          <ul className="list-disc pl-5">
            {items.map((item) => (
              <li key={item.id} className="wrap-anywhere">
                {labelOf(item)}
              </li>
            ))}
          </ul>
        </div>
      ))}
    </>
  );
}
