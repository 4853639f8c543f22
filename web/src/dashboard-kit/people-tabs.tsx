import { NavLink } from 'react-router-dom';
import { allows, useSession } from '@/components/session/session.js';
import { classNames } from '@/ui/class-names.js';

const tabs = [
  ['people', 'Everyone'],
  ['moderate', 'Moderators'],
  ['roles', 'Roles'],
] as const;

/** Links between the screens of accounts, for users who may open all three. */
export function PeopleTabs() {
  const session = useSession();
  if (!session || !allows(session, 'people')) return null;
  return (
    <nav aria-label="People" className="mb-6 flex gap-1 overflow-x-auto border-b border-line">
      {tabs.map(([path, label]) => (
        <NavLink
          key={path}
          to={`/dashboard/${path}`}
          className={({ isActive }) =>
            classNames(
              '-mb-px flex min-h-11 items-center border-b-2 px-3 font-semibold whitespace-nowrap focus-visible:outline-offset-[-3px] sm:px-4',
              isActive ? 'border-sky text-ink' : 'border-transparent text-ink-soft hover:text-ink',
            )
          }
        >
          {label}
        </NavLink>
      ))}
    </nav>
  );
}
