import { useMutation } from '@tanstack/react-query';
import { useRef, useState, type ReactNode } from 'react';
import { ApiError } from '../../api/api.js';
import * as strings from '../../strings.js';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.js';

interface DeleteDialogProps<Thing> {
  /** What is to be deleted; undefined closes the dialog. */
  asked: Thing | undefined;
  title: string;
  question: ReactNode;
  /** Shown under the question, for instance which one. */
  note?: (thing: Thing) => ReactNode;
  confirmLabel?: string;
  busyLabel?: string;
  /** The sentence for a failure. */
  failure: string;
  /** Shows the server's own sentence instead of `failure`, if it has one. */
  prefersServerText?: boolean;
  remove: (thing: Thing) => Promise<unknown>;
  onDeleted: (thing: Thing) => void;
  /** For instance to reload a list that turns out to be old. */
  onFailed?: (error: Error) => void;
  onCancel: () => void;
  returnFocusTo?: () => HTMLElement | null | undefined;
}

/** Asks before something is deleted, deletes it, and shows whether that worked. */
export function DeleteDialog<Thing extends object>(props: DeleteDialogProps<Thing>) {
  const { asked, title, question, note, failure, prefersServerText, onCancel, returnFocusTo } = props;
  /** What has been confirmed: a second click must not delete it again. */
  const confirmed = useRef<Thing>(undefined);
  const removal = useMutation({
    networkMode: 'always',
    mutationFn: props.remove,
    onSuccess: (_answer, thing) => props.onDeleted(thing),
    onError: (error) => {
      confirmed.current = undefined;
      props.onFailed?.(error);
    },
  });
  // The question stays readable while the dialog closes.
  const [last, setLast] = useState(asked);
  if (asked && asked !== last) setLast(asked);

  function confirm() {
    if (!asked || confirmed.current === asked) return;
    confirmed.current = asked;
    removal.mutate(asked);
  }

  function cancel() {
    removal.reset();
    onCancel();
  }

  return (
    <ConfirmDialog
      open={asked !== undefined}
      title={title}
      text={
        <>
          <p>{question}</p>
          {last && note && <p className="mt-1 wrap-anywhere">{note(last)}</p>}
        </>
      }
      cancelLabel={strings.cancel}
      confirmLabel={props.confirmLabel ?? strings.deleteConfirm}
      busyLabel={props.busyLabel ?? strings.deleting}
      busy={removal.isPending}
      error={removal.isError && <FailureText text={failure} error={removal.error} serverFirst={prefersServerText} />}
      destructive
      onConfirm={confirm}
      onCancel={cancel}
      returnFocusTo={returnFocusTo}
    />
  );
}

interface FailureTextProps {
  text: string;
  error: Error;
  serverFirst?: boolean | undefined;
}

/** What is left of a sentence when it is compared: "Please try again later." at its end says nothing about what failed. */
const coreOf = (sentence: string) =>
  sentence
    .replace(/\s*(please )?try again\b[^.]*\.?\s*$/i, '')
    .replace(/[.!\s]+$/, '')
    .toLowerCase();

/** Our sentence and what the server said, or the server's alone if that takes precedence. What both say is said once. */
export function FailureText({ text, error, serverFirst }: FailureTextProps) {
  const said = error instanceof ApiError ? error.serverMessage : undefined;
  if (serverFirst) return said || text;
  return (
    <>
      <p>{text}</p>
      {said && coreOf(said) !== coreOf(text) && <p className="wrap-anywhere text-ink-soft">{said}</p>}
    </>
  );
}
