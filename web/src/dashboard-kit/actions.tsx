/** Dialogs that confirm an action, and the errors of failed ones. */
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useRef } from 'react';
import { serverMessageOf } from '../api/admin.js';
import * as dashboardStrings from '../dashboard-strings.js';
import { Banner } from '../ui/banner.js';
import { ConfirmDialog } from '../ui/dialogs/confirm-dialog.js';

interface ActionDialogProps<Thing, Result> {
  /** Undefined closes the dialog. */
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
  onFailed?: (error: Error) => void;
  onCancel: () => void;
  returnFocusTo?: () => HTMLElement | null | undefined;
}

/** Confirms and carries out an action, by default a deletion. */
export function ActionDialog<Thing extends object, Result>(props: ActionDialogProps<Thing, Result>) {
  const { asked, title, question, note, failure, prefersServerText, destructive = true, returnFocusTo } = props;
  /** A second click must not repeat the action. */
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
          {asked && note && <div className="mt-1 wrap-anywhere">{note(asked)}</div>}
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
  const said = serverMessageOf(error);
  if (serverFirst) return said || text;
  return (
    <>
      <p>{text}</p>
      {said && coreOf(said) !== coreOf(text) && <p className="wrap-anywhere text-ink-soft">{said}</p>}
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
