/** Dialogs that confirm an action, and the errors of failed ones. */
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useRef } from 'react';
import { serverMessageOf } from '../api/admin.js';
import * as dashboardStrings from '../strings/dashboard-strings.js';
import { Banner } from '../ui/banner.js';
import { ConfirmDialog } from '../ui/dialogs/confirm-dialog.js';

interface ActionDialogProps<Item, Result> {
  /** Undefined closes the dialog. */
  target: Item | undefined;
  title: string;
  question: ReactNode;
  note?: (item: Item) => ReactNode;
  confirmLabel?: string;
  busyLabel?: string;
  failure: string;
  prefersServerText?: boolean;
  destructive?: boolean;
  act: (item: Item) => Promise<Result>;
  onDone: (item: Item, result: Result) => void;
  onFailed?: (error: Error) => void;
  onCancel: () => void;
  returnFocusTo?: () => HTMLElement | null | undefined;
}

/** Confirms and carries out an action, by default a deletion. */
export function ActionDialog<Item extends object, Result>(props: ActionDialogProps<Item, Result>) {
  const { target, title, question, note, failure, prefersServerText, destructive = true, returnFocusTo } = props;
  /** A second click must not repeat the action. */
  const confirmed = useRef<Item>(undefined);
  const action = useMutation({
    mutationFn: props.act,
    onSuccess: (result, item) => props.onDone(item, result),
    onError: (error) => {
      confirmed.current = undefined;
      props.onFailed?.(error);
    },
  });

  function confirm() {
    if (!target || confirmed.current === target) return;
    confirmed.current = target;
    action.mutate(target);
  }

  function cancel() {
    action.reset();
    props.onCancel();
  }

  return (
    <ConfirmDialog
      open={target !== undefined}
      title={title}
      text={
        <>
          <p>{question}</p>
          {target && note && <div className="mt-1 wrap-anywhere">{note(target)}</div>}
        </>
      }
      confirmLabel={props.confirmLabel ?? dashboardStrings.deleteConfirm}
      busyLabel={props.busyLabel ?? 'Deleting...'}
      busy={action.isPending}
      error={action.isError && <FailureText text={failure} error={action.error} serverFirst={prefersServerText} />}
      destructive={destructive}
      onConfirm={confirm}
      onCancel={cancel}
      returnFocusTo={returnFocusTo}
    />
  );
}

interface FailureTextProps {
  text: string;
  error: unknown;
  serverFirst?: boolean | undefined;
}

/** Strips a trailing "Please try again later.", for comparison. */
const coreOf = (sentence: string) =>
  sentence
    .replace(/\s*(please )?try again\b[^.]*\.?\s*$/i, '')
    .replace(/[.!\s]+$/, '')
    .toLowerCase();

/** Our message and, unless it says the same, the server's; or only the server's if it takes precedence. */
export function FailureText({ text, error, serverFirst }: FailureTextProps) {
  const serverMessage = serverMessageOf(error);
  if (serverFirst) return serverMessage || text;
  return (
    <>
      <p>{text}</p>
      {serverMessage && coreOf(serverMessage) !== coreOf(text) && (
        <p className="wrap-anywhere text-ink-soft">{serverMessage}</p>
      )}
    </>
  );
}

export function Failure({ className, ...failure }: FailureTextProps & { className?: string }) {
  if (!failure.error) return null;
  return (
    <Banner tone="error" className={className}>
      <FailureText {...failure} />
    </Banner>
  );
}
