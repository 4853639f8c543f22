import { X } from 'lucide-react';
import { Dialog } from 'radix-ui';
import { useEffect, useRef } from 'react';
import { NavLink, useLocation } from 'react-router-dom';
import { IconButton } from '../../ui/button.js';
import { classNames } from '../../ui/class-names.js';
import { useScrollLock } from '../../ui/dialogs/dialog.js';
import { navigation } from './navigation.js';
import { ShopLink } from './shop-link.js';
import { SiteLogo } from './site-logo.js';

interface MobileMenuProps {
  open: boolean;
  onClose: () => void;
  shopUrl: string | undefined;
}

/** The full-screen menu of small screens: the focus stays inside; Escape and every change of page close it. */
export function MobileMenu({ open, onClose, shopUrl }: MobileMenuProps) {
  const { key } = useLocation();
  const shownKey = useRef(key);
  const opener = useRef<Element | null>(null);
  useScrollLock(open);
  useEffect(() => {
    if (shownKey.current === key) return;
    shownKey.current = key;
    // The new page's heading takes the focus, not the menu button.
    opener.current = null;
    onClose();
  }, [key, onClose]);
  const linkLook = 'flex min-h-14 items-center border-b border-line text-xl font-semibold';
  return (
    <Dialog.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Dialog.Portal>
        <Dialog.Content
          aria-describedby={undefined}
          onOpenAutoFocus={() => (opener.current = document.activeElement)}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            if (opener.current instanceof HTMLElement) opener.current.focus();
          }}
          className="fixed inset-0 z-50 flex flex-col overflow-y-auto bg-surface text-ink"
        >
          <Dialog.Title className="sr-only">Menu</Dialog.Title>
          <div className="container-page flex h-16 shrink-0 items-center justify-between">
            <SiteLogo />
            <Dialog.Close asChild>
              <IconButton label="Close menu" className="-mr-2">
                <X aria-hidden="true" size={24} />
              </IconButton>
            </Dialog.Close>
          </div>
          <nav aria-label="Main" className="container-page flex flex-col pt-4 pb-10">
            {navigation.map(({ label, path }) => (
              <NavLink
                key={path}
                to={path}
                end={path === '/'}
                // Also when it is the page we are on: then no route changes.
                onClick={onClose}
                className={({ isActive }) => classNames(linkLook, isActive && 'text-sky-strong')}
              >
                {label}
              </NavLink>
            ))}
            {shopUrl && <ShopLink url={shopUrl} className={linkLook} />}
          </nav>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
