import { useMutation } from '@tanstack/react-query';
import { useRef, type ReactNode } from 'react';
import * as strings from '../strings.js';
import { ConfirmDialog } from '../ui/dialogs/confirm-dialog.js';
import { FailureText } from './failures.js';

interface ActionDialogProps<Thing, Result> {
  /** What the action is about; undefined closes the dialog. */
  asked: Thing | undefined;
  title: string;
  question: ReactNode;
  note?: (thing: Thing) => ReactNode;
  confirmLabel?: string;
  busyLabel?: string;
  failure: string;
  prefersServerText?: boolean;
  destructive?: boolean;
  act: (thing: Thing) => Promise<Result>;
  onDone: (thing: Thing, result: Result) => void;
  /** Called on failure, for instance to reload an outdated list. */
  onFailed?: (error: Error) => void;
  onCancel: () => void;
  returnFocusTo?: () => HTMLElement | null | undefined;
}

/** Confirms and carries out an action, by default a deletion, and shows the result. */
export function ActionDialog<Thing extends object, Result>(props: ActionDialogProps<Thing, Result>) {
  const { asked, title, question, note, failure, prefersServerText, destructive = true, returnFocusTo } = props;
  /** What was confirmed: a second click must not repeat the action. */
  const confirmed = useRef<Thing>(undefined);
  const action = useMutation({
    mutationFn: props.act,
    onSuccess: (result, thing) => props.onDone(thing, result),
    onError: (error) => {
      confirmed.current = undefined;
      props.onFailed?.(error);
    },
  });

  function confirm() {
    if (!asked || confirmed.current === asked) return;
    confirmed.current = asked;
    action.mutate(asked);
  }

  function cancel() {
    action.reset();
    props.onCancel();
  }

  return (
    <ConfirmDialog
      open={asked !== undefined}
      title={title}
      text={
        <>
          <p>{question}</p>
          {asked && note && <p className="mt-1 wrap-anywhere">{note(asked)}</p>}
        </>
      }
      confirmLabel={props.confirmLabel ?? strings.deleteConfirm}
      busyLabel={props.busyLabel ?? strings.deleting}
      busy={action.isPending}
      error={action.isError && <FailureText text={failure} error={action.error} serverFirst={prefersServerText} />}
      destructive={destructive}
      onConfirm={confirm}
      onCancel={cancel}
      returnFocusTo={returnFocusTo}
    />
  );
}
