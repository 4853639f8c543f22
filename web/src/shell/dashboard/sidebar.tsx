import { KeyRound, LogOut, type LucideIcon } from 'lucide-react';
import { useId } from 'react';
import { Link, NavLink } from 'react-router-dom';
import { classNames } from '../../ui/class-names.js';
import { ThemeToggle } from '../../ui/theme-toggle.js';
import { strings } from '../../strings.js';
import { changePasswordPath, useSession } from '../../domain/session/session.js';
import { operationsItems, sidebarItems, type SidebarItem } from './sidebar-items.js';

const itemLook =
  'flex min-h-11 w-full items-center gap-2.5 rounded-full px-3.5 text-left font-medium transition-colors duration-150 pointer-fine:min-h-9';

const changePasswordItem = { label: strings.changePassword, Icon: KeyRound, path: changePasswordPath };

interface SidebarProps {
  onSignOut: () => void;
  /** A way that leads to the page that is open already; the drawer then has no other reason to close. */
  onFollow?: () => void;
}

/** What both the sidebar of wide screens and the drawer of narrow ones hold. */
export function Sidebar({ onSignOut, onFollow }: SidebarProps) {
  const reasonId = useId();
  const settingsId = useId();
  return (
    <>
      <nav aria-label="Dashboard" className="px-2.5">
        <ul className="flex flex-col gap-0.5">
          {sidebarItems.map((item) => (
            <li key={item.label}>
              <Item item={item} reasonId={reasonId} onFollow={onFollow} />
            </li>
          ))}
        </ul>
      </nav>
      <nav aria-label="Operations" className="mx-2.5 mt-3 border-t border-line pt-3">
        <ul className="flex flex-col gap-0.5">
          {operationsItems.map((item) => (
            <li key={item.label}>
              <Item item={item} reasonId={reasonId} onFollow={onFollow} />
            </li>
          ))}
        </ul>
      </nav>
      <section aria-labelledby={settingsId} className="mx-2.5 mt-3 border-t border-line pt-3">
        <h2 id={settingsId} className="px-3.5 pb-1 text-sm font-semibold tracking-normal text-ink-soft">
          {strings.settings}
        </h2>
        <ul className="flex flex-col gap-0.5">
          <li>
            <Item item={changePasswordItem} reasonId={reasonId} onFollow={onFollow} />
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
      <p id={reasonId} hidden>
        Not available yet
      </p>
    </>
  );
}

interface ItemProps {
  item: SidebarItem & { Icon: LucideIcon };
  reasonId: string;
  onFollow?: (() => void) | undefined;
}

function Item({ item: { label, Icon, path }, reasonId, onFollow }: ItemProps) {
  const content = (
    <>
      <Icon aria-hidden="true" size={20} className="shrink-0" />
      {label}
    </>
  );
  if (!path) {
    return (
      <button
        type="button"
        aria-disabled="true"
        aria-describedby={reasonId}
        title="Not available yet"
        className={classNames(itemLook, 'text-ink-soft opacity-70')}
      >
        {content}
      </button>
    );
  }
  return (
    <NavLink
      to={path}
      onClick={onFollow}
      className={({ isActive }) => classNames(itemLook, isActive ? 'bg-sky text-on-sky' : 'hover:bg-surface-raised')}
    >
      {content}
    </NavLink>
  );
}

/** Who is signed in; nothing when nobody is. */
function Person() {
  const session = useSession();
  return (
    <div className="mt-auto px-2.5 pt-6 pb-3">
      <div className="flex items-center gap-2 rounded-md bg-surface-raised py-2 pr-1 pl-4">
        <div className="min-w-0 flex-1">
          <p className="truncate font-semibold">{session?.name ?? 'Not signed in'}</p>
          <p className="truncate text-sm text-ink-soft">{session?.email}</p>
        </div>
        <ThemeToggle />
      </div>
    </div>
  );
}

/** The mark and the name, leading to the public site. */
export function Brand() {
  return (
    <Link to="/" className="flex min-h-11 min-w-0 items-center gap-2.5 rounded-sm font-extrabold tracking-tight">
      <img src="/favicon.svg" alt="" width={32} height={32} />
      <span className="truncate text-lg">{strings.siteName}</span>
      <span className="sr-only">, to the public site</span>
    </Link>
  );
}
