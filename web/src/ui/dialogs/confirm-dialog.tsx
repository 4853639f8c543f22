import type { ReactNode } from 'react';
import { Banner } from '../banner.js';
import { Button } from '../button.js';
import { Dialog } from './dialog.js';

interface ConfirmDialogProps {
  open: boolean;
  title: string;
  text: ReactNode;
  confirmLabel: string;
  cancelLabel?: string;
  /** Shown on the confirm button while the action is under way. */
  busyLabel: string;
  busy: boolean;
  /** What went wrong last time; the dialog stays open so that it can be tried again. */
  error?: ReactNode;
  /** Something is lost by it: the confirm button gets the severe colour. */
  destructive?: boolean;
  /** Nothing is lost by it: the confirm button has the focus, so that Enter is enough. */
  harmless?: boolean;
  onConfirm: () => void;
  onCancel: () => void;
  /** As of `Dialog`. */
  returnFocusTo?: () => HTMLElement | null | undefined;
  /** For instance the reason of a rejection. */
  children?: ReactNode;
}

/** Asks before something is done. The safe answer has the focus, unless a control of `children` is marked `data-autofocus`. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { cancelLabel = 'Cancel', busy, error, harmless, onCancel, children } = props;
  return (
    <Dialog
      open={props.open}
      onClose={onCancel}
      dismissible={!busy}
      title={props.title}
      description={props.text}
      returnFocusTo={props.returnFocusTo}
      footer={
        <>
          <Button
            tone="secondary"
            onClick={() => !busy && onCancel()}
            aria-disabled={busy || undefined}
            data-autofocus={harmless ? undefined : ''}
          >
            {cancelLabel}
          </Button>
          <Button
            tone={props.destructive ? 'danger' : 'primary'}
            onClick={props.onConfirm}
            busyLabel={busy && props.busyLabel}
            data-autofocus={harmless ? '' : undefined}
          >
            {props.confirmLabel}
          </Button>
        </>
      }
    >
      {error || children ? (
        <>
          {error && <Banner tone="error">{error}</Banner>}
          {children}
        </>
      ) : undefined}
    </Dialog>
  );
}
