import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { ApiError } from '../../../api/api.js';
import { FailureText } from '../../../dashboard-kit/editor/delete-dialog.js';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.js';
import { strings } from '../../../strings.js';
import { ReasonForm } from './reason-form.js';
import { applyDecision, decide, reloadLists, senderOf, type Decision, type DecisionOn } from './snapshot-lists.js';

interface DecisionDialogProps {
  /** What is asked; undefined closes the dialog. */
  asked: Omit<DecisionOn, 'reason'> | undefined;
  onCancel: () => void;
  /** Called once it is done; the dialog is then to be closed. */
  onDecided: (decided: DecisionOn) => void;
  returnFocusTo: () => HTMLElement | null | undefined;
}

interface Question {
  title: string;
  consequence: string;
  confirm: string;
  failure: string;
}

const questions: Record<Decision, Question> = {
  approve: {
    title: strings.approveQuestion,
    consequence: 'Everybody can see it on the site from then on.',
    confirm: strings.approveConfirm,
    failure: strings.approveSnapshotFailed,
  },
  reject: {
    title: strings.rejectQuestion,
    consequence: 'It will not be shown. It can be restored for 30 days.',
    confirm: strings.rejectConfirm,
    failure: strings.rejectSnapshotFailed,
  },
  delete: {
    title: strings.deleteQuestion,
    consequence: 'It disappears from the site. It can be restored for 30 days.',
    confirm: strings.deleteConfirm,
    failure: strings.deleteSnapshotFailed,
  },
};

/** Asks before a decision is carried out, and shows whether it was. */
export function DecisionDialog({ asked, onCancel, onDecided, returnFocusTo }: DecisionDialogProps) {
  const client = useQueryClient();
  const [reason, setReason] = useState('');
  /** The question that has been answered: a second click on the same must find nothing to do. */
  const answered = useRef<typeof asked>(undefined);
  const decision = useMutation({
    // Without a connection it shall fail and say so, not wait.
    networkMode: 'always',
    mutationFn: decide,
    onSuccess: (now, decided) => {
      applyDecision(client, decided, now);
      reloadLists(client);
      setReason('');
      onDecided(decided);
    },
    onError: (error) => {
      answered.current = undefined;
      // Somebody else was faster: the lists shown here are old.
      if (error instanceof ApiError && (error.status === 404 || error.status === 409)) reloadLists(client);
    },
  });
  // The last question stays while the dialog closes.
  const [last, setLast] = useState(asked);
  if (asked && asked !== last) setLast(asked);
  const question = questions[last?.decision ?? 'approve'];

  function confirm() {
    if (!asked || answered.current === asked) return;
    answered.current = asked;
    decision.mutate({ ...asked, ...(asked.decision === 'reject' && reason.trim() && { reason: reason.trim() }) });
  }

  function cancel() {
    decision.reset();
    setReason('');
    onCancel();
  }

  return (
    <ConfirmDialog
      open={asked !== undefined}
      title={question.title}
      text={
        last && (
          <>
            The photo by {senderOf(last.snapshot)} from {last.snapshot.location}. {question.consequence}
          </>
        )
      }
      cancelLabel={strings.cancel}
      confirmLabel={question.confirm}
      busyLabel={strings.processing}
      busy={decision.isPending}
      error={decision.isError && <FailureText text={question.failure} error={decision.error} />}
      destructive={last?.decision !== 'approve'}
      harmless={last?.decision === 'approve'}
      onConfirm={confirm}
      onCancel={cancel}
      returnFocusTo={returnFocusTo}
    >
      {last?.decision === 'reject' ? (
        <ReasonForm reason={reason} onChange={setReason} onSubmit={confirm} busy={decision.isPending} />
      ) : undefined}
    </ConfirmDialog>
  );
}
