/** The dashboard's navigation, limited to what the role may open. */
import { ChevronDown, KeyRound, LogOut, type LucideIcon } from 'lucide-react';
import { useId, type ReactNode } from 'react';
import { Link, matchPath, NavLink, useLocation } from 'react-router-dom';
import { classNames } from '@/ui/class-names.js';
import { storedText } from '@/ui/stored-text.js';
import { ThemeToggle } from '@/ui/theme-toggle.js';
import { useToast } from '@/ui/toast.js';
import * as dashboardStrings from '@/strings/dashboard-strings.js';
import * as strings from '@/strings/public-strings.js';
import { allows, changePasswordPath, useSession } from '@/components/session/session.js';
import { iconOf } from '@/dashboard-kit/kind-icon.js';
import { accountScreens, operationsScreens, siteScreens, systemScreens, type Screen } from './screens.js';

const itemClassName =
  'flex min-h-11 w-full items-center gap-2.5 rounded-full px-3.5 text-left font-medium transition-colors duration-150 pointer-fine:min-h-9';

interface SidebarProps {
  onSignOut: () => void;
  /** Called for the current page's item too, to close the drawer. */
  onFollow?: () => void;
}

/** Names of the collapsed groups. */
const stored = storedText('collapsed sidebar groups');

export function Sidebar({ onSignOut, onFollow }: SidebarProps) {
  const session = useSession();
  // Without a session, the two screens that open without one say that they need it.
  const theirs = (screens: Screen[]) =>
    screens.filter(
      ({ path, permission }) =>
        !session || (allows(session, permission) && !(path === 'roles' && allows(session, 'people'))),
    );
  return (
    <>
      <nav aria-label="Dashboard" className="px-2.5">
        <Group name="Site" screens={theirs(siteScreens)} onFollow={onFollow} />
        <Group name="Operations" screens={theirs(operationsScreens)} onFollow={onFollow} />
        <Group name="System" screens={theirs(systemScreens)} onFollow={onFollow} />
        <Group name={dashboardStrings.settings} screens={accountScreens} onFollow={onFollow}>
          <li>
            <Item label={strings.changePassword} Icon={KeyRound} to={changePasswordPath} onFollow={onFollow} />
          </li>
          <li>
            <button type="button" onClick={onSignOut} className={classNames(itemClassName, 'hover:bg-surface-raised')}>
              <LogOut aria-hidden="true" size={20} className="shrink-0" />
              {strings.signOut}
            </button>
          </li>
        </Group>
      </nav>
      <CurrentUser />
    </>
  );
}

interface GroupProps {
  name: string;
  screens: Screen[];
  onFollow: SidebarProps['onFollow'];
  /** Further items. */
  children?: ReactNode;
}

/** Collapsed, it shows only the item of the open screen. */
function Group({ name, screens, onFollow, children }: GroupProps) {
  const { pathname } = useLocation();
  const id = useId();
  const collapsed = stored.useText()?.split(',') ?? [];
  const isOpen = !collapsed.includes(name);
  const addressOf = ({ path }: Screen) => `/dashboard/${path}`;
  const visibleScreens = screens.filter((screen) => isOpen || matchPath(`${addressOf(screen)}/*`, pathname));

  function toggle() {
    const next = isOpen ? [...collapsed, name] : collapsed.filter((other) => other !== name);
    stored.set(next.join() || null);
  }

  return (
    <div
      role="group"
      aria-labelledby={id}
      className="not-first:mt-2 not-first:border-t not-first:border-line not-first:pt-2"
    >
      <h2 className="text-sm font-semibold tracking-normal text-ink-soft">
        <button
          type="button"
          id={id}
          aria-expanded={isOpen}
          onClick={toggle}
          className="flex min-h-11 w-full items-center justify-between rounded-full px-3.5 text-left hover:bg-surface-raised pointer-fine:min-h-8"
        >
          {name}
          <ChevronDown
            aria-hidden="true"
            size={16}
            className={classNames('transition-transform duration-150', !isOpen && '-rotate-90')}
          />
        </button>
      </h2>
      <ul className="flex flex-col gap-0.5">
        {visibleScreens.map((screen) => (
          <li key={screen.path}>
            <Item
              label={screen.label}
              Icon={iconOf(screen.path)}
              to={screen.load && addressOf(screen)}
              onFollow={onFollow}
            />
          </li>
        ))}
        {isOpen && children}
      </ul>
    </div>
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
  const showToast = useToast();
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
        title="Managed in Notifications"
        // Touch screens show no titles.
        onClick={() => showToast('Alerts are managed in Notifications.')}
        className={classNames(itemClassName, 'text-ink-soft')}
      >
        {content}
      </button>
    );
  }
  return (
    <NavLink
      to={to}
      onClick={onFollow}
      className={({ isActive }) =>
        classNames(itemClassName, isActive ? 'bg-sky text-on-sky' : 'hover:bg-surface-raised')
      }
    >
      {content}
    </NavLink>
  );
}

function CurrentUser() {
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
