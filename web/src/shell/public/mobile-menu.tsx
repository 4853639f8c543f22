import { NavLink } from 'react-router-dom';
import { classNames } from '@/ui/class-names.js';
import { MenuPanel } from '../menu-panel.js';
import { LinkTo } from './link-to.js';
import { morePages, navigation, type NavigationLink } from './navigation.js';
import { ShopLink } from './shop-link.js';
import { SiteLogo } from './site-logo.js';

interface MobileMenuProps {
  open: boolean;
  onClose: () => void;
  shopUrl: string | undefined;
}

const linkClassName = 'flex min-h-14 items-center border-b border-line text-xl font-semibold';

export function MobileMenu({ open, onClose, shopUrl }: MobileMenuProps) {
  return (
    <MenuPanel
      open={open}
      onClose={onClose}
      brand={<SiteLogo />}
      className="inset-0"
      topClassName="container-page min-h-16 shrink-0 gap-4"
    >
      <nav aria-label="Main" className="container-page flex flex-col pt-4">
        {navigation.map(({ label, path }) => (
          <NavLink
            key={path}
            to={path}
            end={path === '/'}
            // Also for the current page, where the route doesn't change.
            onClick={onClose}
            className={({ isActive }) => classNames(linkClassName, isActive && 'text-sky-strong')}
          >
            {label}
          </NavLink>
        ))}
        {shopUrl && <ShopLink url={shopUrl} className={linkClassName} />}
      </nav>
      <div className="container-page grid grid-cols-[repeat(auto-fit,minmax(max(7.5rem,34%),1fr))] gap-6 pt-6 pb-10">
        {navigation
          .filter(({ inside }) => inside)
          .map(({ label, inside = [] }) => (
            <Group key={label} title={label} links={inside} onClose={onClose} />
          ))}
        <Group title="More" links={morePages} onClose={onClose} />
      </div>
    </MenuPanel>
  );
}

function Group({ title, links, onClose }: { title: string; links: readonly NavigationLink[]; onClose: () => void }) {
  return (
    <nav aria-label={`${title}, all pages`}>
      <p className="text-sm font-semibold text-ink-soft">{title}</p>
      <ul className="mt-1">
        {links.map((link) => (
          <li key={link.path}>
            <LinkTo link={link} onClick={onClose} className="flex min-h-11 items-center font-medium" />
          </li>
        ))}
      </ul>
    </nav>
  );
}
