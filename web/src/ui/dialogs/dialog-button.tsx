import { useRef, useState, type ComponentType } from 'react';
import * as strings from '../../strings.js';
import { Button, type ButtonProps } from '../button.js';
import { useToast } from '../toast.js';

export interface OpenedDialogProps {
  onClose: () => void;
  /** The button that opened it, for the focus to return to. */
  opener: () => HTMLElement | null;
}

interface DialogButtonProps extends Omit<ButtonProps, 'ref' | 'onClick' | 'busyLabel'> {
  children: string;
  /** Fetches the dialog: its code is not part of the page that shows the button. */
  load: () => Promise<ComponentType<OpenedDialogProps>>;
}

/** Opens a dialog. The dialog exists only while it is open, so closing it forgets whatever was in it. */
export function DialogButton({ children, load, ...button }: DialogButtonProps) {
  const [open, setOpen] = useState<ComponentType<OpenedDialogProps>>();
  const [loading, setLoading] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const showToast = useToast();
  // What fails here fails again on the click, where it is said.
  const prepare = () => void load().catch(() => undefined);

  async function show() {
    setLoading(true);
    try {
      const loaded = await load();
      setOpen(() => loaded);
    } catch {
      showToast(strings.somethingWentWrong, 'error');
    } finally {
      setLoading(false);
    }
  }

  const Opened = open;
  return (
    <>
      <Button
        {...button}
        ref={opener}
        aria-haspopup="dialog"
        busyLabel={loading && children}
        onPointerEnter={prepare}
        onFocus={prepare}
        onClick={() => void show()}
      >
        {children}
      </Button>
      {Opened && <Opened onClose={() => setOpen(undefined)} opener={() => opener.current} />}
    </>
  );
}
