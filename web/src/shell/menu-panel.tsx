import { X } from 'lucide-react';
import { Dialog } from 'radix-ui';
import { useEffect, useRef, type ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { IconButton } from '../ui/button.js';
import { classNames } from '../ui/class-names.js';
import { useScrollLock } from '../ui/dialogs/dialog.js';

interface MenuPanelProps {
  open: boolean;
  onClose: () => void;
  children: ReactNode;
  className: string;
  topClassName: string;
  brand: ReactNode;
  dimsPage?: boolean;
}

/** Traps focus; Escape and navigation close it. */
export function MenuPanel(props: MenuPanelProps) {
  const { open, onClose, children, className, topClassName, brand, dimsPage } = props;
  const { key } = useLocation();
  const lastKey = useRef(key);
  const opener = useRef<Element | null>(null);
  useScrollLock(open);
  useEffect(() => {
    if (lastKey.current === key) return;
    lastKey.current = key;
    // Focus moves to the new page's heading, not to the menu button.
    opener.current = null;
    onClose();
  }, [key, onClose]);
  return (
    <Dialog.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Dialog.Portal>
        {dimsPage && (
          <div
            aria-hidden="true"
            className="fixed inset-0 z-50 bg-black/55 transition-opacity duration-200 starting:opacity-0"
          />
        )}
        <Dialog.Content
          aria-describedby={undefined}
          onOpenAutoFocus={() => (opener.current = document.activeElement)}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            if (opener.current instanceof HTMLElement) opener.current.focus();
          }}
          className={classNames('fixed z-50 flex flex-col overflow-y-auto bg-surface text-ink', className)}
        >
          <Dialog.Title className="sr-only">Menu</Dialog.Title>
          <div className={classNames('flex items-center justify-between', topClassName)}>
            {brand}
            <Dialog.Close asChild>
              <IconButton label="Close menu" className="-mr-2">
                <X aria-hidden="true" size={24} />
              </IconButton>
            </Dialog.Close>
          </div>
          {children}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
