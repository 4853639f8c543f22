import { useMutation } from '@tanstack/react-query';
import { useRef, useState, type ReactNode } from 'react';
import { ApiError } from '../../api/api.js';
import * as strings from '../../strings.js';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.js';

interface DeleteDialogProps<Thing> {
  /** Undefined closes the dialog. */
  asked: Thing | undefined;
  title: string;
  question: ReactNode;
  /** Shown below the question, for instance the item's name. */
  note?: (thing: Thing) => ReactNode;
  confirmLabel?: string;
  busyLabel?: string;
  /** Error message. */
  failure: string;
  /** Prefers the server's error message to `failure`. */
  prefersServerText?: boolean;
  remove: (thing: Thing) => Promise<unknown>;
  onDeleted: (thing: Thing) => void;
  /** Called on failure, for instance to reload an outdated list. */
  onFailed?: (error: Error) => void;
  onCancel: () => void;
  returnFocusTo?: () => HTMLElement | null | undefined;
}

/** Confirms and carries out a deletion, and shows the result. */
export function DeleteDialog<Thing extends object>(props: DeleteDialogProps<Thing>) {
  const { asked, title, question, note, failure, prefersServerText, onCancel, returnFocusTo } = props;
  /** The confirmed item: a second click must not delete it again. */
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
  // The text stays while the dialog closes.
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

/** Returns a sentence without a trailing "Please try again later.", for comparison. */
const coreOf = (sentence: string) =>
  sentence
    .replace(/\s*(please )?try again\b[^.]*\.?\s*$/i, '')
    .replace(/[.!\s]+$/, '')
    .toLowerCase();

/**
 * Shows our message and the server's, or only the server's if it takes precedence. A message that both share appears
 * once.
 */
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
