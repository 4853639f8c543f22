import { NavLink } from 'react-router-dom';
import { classNames } from '../../ui/class-names.js';
import { MenuPanel } from '../menu-panel.js';
import { navigation } from './navigation.js';
import { ShopLink } from './shop-link.js';
import { SiteLogo } from './site-logo.js';

interface MobileMenuProps {
  open: boolean;
  onClose: () => void;
  shopUrl: string | undefined;
}

const linkLook = 'flex min-h-14 items-center border-b border-line text-xl font-semibold';

/** The full-screen menu of small screens. */
export function MobileMenu({ open, onClose, shopUrl }: MobileMenuProps) {
  return (
    <MenuPanel
      open={open}
      onClose={onClose}
      brand={<SiteLogo />}
      className="inset-0"
      topClassName="container-page h-16 shrink-0"
    >
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
    </MenuPanel>
  );
}
