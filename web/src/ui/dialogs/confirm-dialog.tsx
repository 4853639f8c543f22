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
  busyLabel: string;
  busy: boolean;
  /** The dialog stays open for a retry. */
  error?: ReactNode;
  /** The action loses something: the confirm button gets the danger color. */
  destructive?: boolean;
  /** The action loses nothing: the confirm button gets focus, so that Enter is enough. */
  harmless?: boolean;
  onConfirm: () => void;
  onCancel: () => void;
  /** See `Dialog`. */
  returnFocusTo?: () => HTMLElement | null | undefined;
  children?: ReactNode;
}

/** The safe button gets focus, unless a control in `children` has `data-autofocus`. */
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
