/** Confirms approving, rejecting or deleting one or several submissions, and shows a bulk decision's progress. */
import { firstCharacters } from '@site/domain/truncate';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { hasStatus, serverMessageOf } from '@/api/admin.js';
import * as dashboardStrings from '@/strings/dashboard-strings.js';
import * as strings from '@/strings/public-strings.js';
import { ConfirmDialog } from '@/ui/dialogs/confirm-dialog.js';
import { TextField } from '@/ui/forms/form-fields.js';
import { amount } from '@/ui/number-format.js';
import { FailureText } from '../action-dialog.js';
import { useDraft, useStoredDraft } from '../editor/drafts.js';
import type { ItemResult } from '../list/run-each.js';
import { SavedTextPicker } from '../saved-texts.js';
import { decideEach, type ReviewKind } from './review-kind.js';
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
  kind: ReviewKind<Item>;
  nouns: [one: string, many: string];
  target: DecisionTarget<Item>;
  onCancel: () => void;
  onDecided: (decision: Decision, item: Item) => void;
  /** The dialog stays open for the items that failed. */
  onDecidedInBulk: (decision: Decision, done: Item[]) => void;
  returnFocusTo: () => HTMLElement | null | undefined;
}

export function DecisionDialog<Item extends Submission>(props: DecisionDialogProps<Item>) {
  const { kind, nouns, target, onCancel, onDecided, onDecidedInBulk, returnFocusTo } = props;
  const { decision, items, inBulk } = target;
  const question = kind.questions[decision];
  const { verb, done: past } = labels[decision];
  const client = useQueryClient();
  const draft = useDraft<{ reason: string }>(`${kind.kind} rejection ${items.map(({ id }) => id).join()}`);
  const [reason, setReason] = useState(draft.found?.reason ?? '');
  const [finished, setFinished] = useState(0);
  useStoredDraft(draft, reason.trim() ? { reason } : undefined);
  // Deciding or canceling ends it; a reload doesn't get here.
  useEffect(() => () => draft.copies.clear(), [draft]);
  /** A second click must not send it again. */
  const submitted = useRef(false);
  const deciding = useMutation({
    mutationFn: async () => {
      setFinished(0);
      const sentReason = decision === 'reject' ? reason.trim() : '';
      const remove = (item: Item) => kind.remove(client, item);
      if (inBulk)
        return decideEach(kind, items, { decision, reason: sentReason }, { onDone: remove, onProgress: setFinished });
      for (const item of items) {
        await kind.decide({ decision, item, ...(sentReason && { reason: sentReason }) });
        remove(item);
      }
      return { done: items, failed: [] };
    },
    onSuccess: ({ done, failed }) => {
      kind.reload(client);
      if (!inBulk) for (const item of done) onDecided(decision, item);
      else if (done.length > 0) onDecidedInBulk(decision, done);
      if (inBulk && failed.length === 0) onCancel();
      submitted.current = !inBulk;
    },
    onError: (error) => {
      submitted.current = false;
      // Another user was faster.
      const isOld = hasStatus(error, 404, 409);
      if (inBulk || isOld) kind.reload(client);
    },
  });
  const failed = deciding.data?.failed ?? [];
  const [noun, many] = question.nouns ?? ['Request', 'Requests'];

  function confirm() {
    if (items.length === 0 || submitted.current) return;
    submitted.current = true;
    deciding.mutate();
  }

  return (
    <ConfirmDialog
      open
      title={`${verb} ${inBulk ? amount(items.length, noun, many) : noun}?`}
      text={
        <>
          <p className="wrap-anywhere whitespace-pre-line">{question.text(inBulk ? undefined : items[0])}</p>
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
          `Some ${nouns[1]} couldn’t be ${past}. Try again.`
        ) : (
          failed.length > 0 && (
            <>
              <p>
                {amount(failed.length, ...nouns)} couldn’t be {past}.
              </p>
              <Reasons failed={failed} labelOf={kind.labelOf} />
            </>
          )
        )
      }
      destructive={decision !== 'approve'}
      harmless={decision === 'approve'}
      onConfirm={confirm}
      onCancel={onCancel}
      returnFocusTo={returnFocusTo}
    >
      {decision === 'reject' && (
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
            <TextField
              label="Reason (optional)"
              hint={kind.reasonHint}
              maxLength={maxReasonLength}
              autoComplete="off"
              value={reason}
              readOnly={deciding.isPending}
              data-autofocus=""
              onChange={(event) => setReason(event.target.value)}
            />
          </form>
          <SavedTextPicker
            kind="reason"
            text={reason}
            onSelect={(saved) => setReason(firstCharacters(saved, maxReasonLength))}
          />
        </>
      )}
    </ConfirmDialog>
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

interface ReasonsProps<Item> extends Pick<ItemResult<Item>, 'failed'> {
  labelOf: (item: Item) => string;
}

function Reasons<Item extends Submission>({ failed, labelOf }: ReasonsProps<Item>) {
  const byReason = new Map<string, Item[]>();
  for (const { item, error } of failed) {
    const reason = serverMessageOf(error) || strings.somethingWentWrong;
    byReason.set(reason, [...(byReason.get(reason) ?? []), item]);
  }
  return [...byReason].map(([reason, items]) => (
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
  ));
}
