import { useRef, useState, type ComponentType } from 'react';
import * as strings from '@/strings/public-strings.js';
import { Button, type ButtonProps } from '../button.js';
import { useToast } from '../toast.js';

export interface OpenedDialogProps {
  onClose: () => void;
  opener: () => HTMLElement | null;
}

interface DialogButtonProps extends Omit<ButtonProps, 'ref' | 'onClick' | 'busyLabel'> {
  children: string;
  /** The dialog's code isn't part of the page with the button. */
  load: () => Promise<ComponentType<OpenedDialogProps>>;
}

/** Mounts the dialog only while open, so closing discards its state. */
export function DialogButton({ children, load, ...button }: DialogButtonProps) {
  const [open, setOpen] = useState<ComponentType<OpenedDialogProps>>();
  const [loading, setLoading] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const showToast = useToast();
  // An error here recurs on the click, which reports it.
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
