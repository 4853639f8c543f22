import { X } from 'lucide-react';
import { Dialog } from 'radix-ui';
import { useEffect, useRef, type ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { IconButton } from '../../ui/button.js';
import { useScrollLock } from '../../ui/dialogs/dialog.js';
import { useMediaQuery } from '../../ui/media-query.js';
import { Brand } from './sidebar.js';

interface DrawerProps {
  open: boolean;
  onClose: () => void;
  children: ReactNode;
}

/**
 * The sidebar of narrow screens: the focus stays inside; Escape, a click beside it and every change of page close it, and
 * so does a window that has become wide enough for the sidebar.
 */
export function Drawer({ open, onClose, children }: DrawerProps) {
  const { key } = useLocation();
  const shownKey = useRef(key);
  const opener = useRef<Element | null>(null);
  const hasSidebar = useMediaQuery('(width >= 48rem)');
  useScrollLock(open);
  useEffect(() => {
    if (shownKey.current === key) return;
    shownKey.current = key;
    // The new page's heading takes the focus, not the menu button.
    opener.current = null;
    onClose();
  }, [key, onClose]);
  useEffect(() => {
    if (hasSidebar) onClose();
  }, [hasSidebar, onClose]);
  return (
    <Dialog.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Dialog.Portal>
        <div
          aria-hidden="true"
          className="fixed inset-0 z-50 bg-black/55 transition-opacity duration-200 starting:opacity-0"
        />
        <Dialog.Content
          aria-describedby={undefined}
          onOpenAutoFocus={() => (opener.current = document.activeElement)}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            if (opener.current instanceof HTMLElement) opener.current.focus();
          }}
          className="fixed inset-y-0 left-0 z-50 flex w-[280px] flex-col overflow-y-auto overscroll-contain bg-surface text-ink transition-transform duration-200 ease-out starting:-translate-x-full"
        >
          <Dialog.Title className="sr-only">Menu</Dialog.Title>
          <div className="flex items-center justify-between gap-2 py-2.5 pr-2 pl-6">
            <Brand />
            <Dialog.Close asChild>
              <IconButton label="Close menu">
                <X aria-hidden="true" size={22} />
              </IconButton>
            </Dialog.Close>
          </div>
          {children}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
