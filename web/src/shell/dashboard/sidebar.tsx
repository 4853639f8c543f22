import { KeyRound, LogOut, type LucideIcon } from 'lucide-react';
import { useId } from 'react';
import { Link, NavLink } from 'react-router-dom';
import { classNames } from '../../ui/class-names.js';
import { ThemeToggle } from '../../ui/theme-toggle.js';
import * as dashboardStrings from '../../dashboard-strings.js';
import * as strings from '../../strings.js';
import { allows, changePasswordPath, useSession } from '../../domain/session/session.js';
import { iconOf } from '../../dashboard-kit/kind-icon.js';
import { operationsScreens, ownScreens, siteScreens, type Screen } from './screens.js';

const itemLook =
  'flex min-h-11 w-full items-center gap-2.5 rounded-full px-3.5 text-left font-medium transition-colors duration-150 pointer-fine:min-h-9';

interface SidebarProps {
  onSignOut: () => void;
  /** Called for the current page's item too, to close the drawer. */
  onFollow?: () => void;
}

export function Sidebar({ onSignOut, onFollow }: SidebarProps) {
  const settingsId = useId();
  const session = useSession();
  // Without a session, the two screens that open without one say that they need it.
  const theirs = (screens: Screen[]) => screens.filter(({ permission }) => !session || allows(session, permission));
  return (
    <>
      <nav aria-label="Dashboard" className="px-2.5">
        <Items screens={theirs(siteScreens)} onFollow={onFollow} />
      </nav>
      <nav aria-label="Operations" className="mx-2.5 mt-3 border-t border-line pt-3">
        <Items screens={theirs(operationsScreens)} onFollow={onFollow} />
      </nav>
      <section aria-labelledby={settingsId} className="mx-2.5 mt-3 border-t border-line pt-3">
        <h2 id={settingsId} className="px-3.5 pb-1 text-sm font-semibold tracking-normal text-ink-soft">
          {dashboardStrings.settings}
        </h2>
        <Items screens={ownScreens} onFollow={onFollow} />
        <ul className="mt-0.5 flex flex-col gap-0.5">
          <li>
            <Item label={strings.changePassword} Icon={KeyRound} to={changePasswordPath} onFollow={onFollow} />
          </li>
          <li>
            <button type="button" onClick={onSignOut} className={classNames(itemLook, 'hover:bg-surface-raised')}>
              <LogOut aria-hidden="true" size={20} className="shrink-0" />
              {strings.signOut}
            </button>
          </li>
        </ul>
      </section>
      <Person />
    </>
  );
}

function Items({ screens, onFollow }: { screens: Screen[]; onFollow: SidebarProps['onFollow'] }) {
  return (
    <ul className="flex flex-col gap-0.5">
      {screens.map(({ path, label, load }) => (
        <li key={path}>
          <Item label={label} Icon={iconOf(path)} to={load && `/dashboard/${path}`} onFollow={onFollow} />
        </li>
      ))}
    </ul>
  );
}

interface ItemProps {
  label: string;
  Icon: LucideIcon;
  /** Undefined for an item without a screen. */
  to: string | undefined;
  onFollow: (() => void) | undefined;
}

function Item({ label, Icon, to, onFollow }: ItemProps) {
  const content = (
    <>
      <Icon aria-hidden="true" size={20} className="shrink-0" />
      {label}
    </>
  );
  if (!to) {
    return (
      <button
        type="button"
        aria-disabled="true"
        title="Not available yet"
        className={classNames(itemLook, 'text-ink-soft opacity-70')}
      >
        {content}
      </button>
    );
  }
  return (
    <NavLink
      to={to}
      onClick={onFollow}
      className={({ isActive }) => classNames(itemLook, isActive ? 'bg-sky text-on-sky' : 'hover:bg-surface-raised')}
    >
      {content}
    </NavLink>
  );
}

function Person() {
  const session = useSession();
  return (
    <div className="mt-auto px-2.5 pt-6 pb-3">
      <div className="flex items-center gap-2 rounded-md bg-surface-raised py-2 pr-1 pl-4">
        <div className="min-w-0 flex-1">
          <p className="truncate font-semibold" title={session?.name}>
            {session?.name ?? 'Not signed in'}
          </p>
          <p className="truncate text-sm text-ink-soft" title={session?.email}>
            {session?.email}
          </p>
        </div>
        <ThemeToggle />
      </div>
    </div>
  );
}

export function Brand() {
  return (
    <Link to="/" className="flex min-h-11 min-w-0 items-center gap-2.5 rounded-sm font-extrabold tracking-tight">
      <img src="/favicon.svg" alt="" width={32} height={32} />
      <span className="truncate text-lg">{strings.siteName}</span>
      <span className="sr-only">, to the public site</span>
    </Link>
  );
}
