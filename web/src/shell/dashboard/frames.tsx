/**
 * Frames around the dashboard's screens. A chunk of its own, so that the sign-in page doesn't wait for it. The frames
 * only decide what is shown; the server checks every call. They read the session at each navigation and don't watch it:
 * after a sign-out in another tab, typed text stays.
 */
import { roleNames } from '@site/domain/role-names';
import { isRole } from '@site/domain/roles';
import { Navigate, useLocation } from 'react-router-dom';
import { AdminPage } from '@/dashboard-kit/admin-page.js';
import { IdentityConfirmation } from '@/dashboard-kit/confirmed-identity.js';
import { SessionGuard } from '@/components/session/session-renewal.js';
import { allows, isModerator, isWriter, readSession, signInPath } from '@/components/session/session.js';
import { ButtonLink } from '@/ui/button.js';
import { DashboardLayout } from './dashboard-layout.js';
import { ModeratorLayout } from './moderator-layout.js';
import { RedirectToHomeScreen } from './role-redirect.js';
import { allScreens, type Screen } from './screens.js';

/** The specification opens these without a session; they then ask for one. */
const unguarded = ['/dashboard/header', '/dashboard/logo'];

/**
 * Admits admins and editors. All others go to the sign-in page, as the specification says, which names their own
 * screens. One frame for all, so that it persists.
 */
export function AdminFrame() {
  const path = useLocation().pathname.replace(/\/+$/, '');
  const session = readSession();
  if (!unguarded.includes(path) && !isWriter(session)) return <Navigate to={signInPath} replace />;
  if (session && !isWriter(session) && isModerator(session)) return <RedirectToHomeScreen session={session} />;
  const screen = allScreens.find((one) => path === `/dashboard/${one.path}`);
  const isTheirs = !session || !screen || allows(session, screen.permission);
  return (
    <SessionGuard accepts={isWriter}>
      <DashboardLayout>{!isTheirs && <NotYours screen={screen} role={session.type} />}</DashboardLayout>
      <IdentityConfirmation />
    </SessionGuard>
  );
}

/** Admits admins and moderators; redirects editors to their own screens. */
export function ModeratorFrame() {
  useLocation();
  const session = readSession();
  if (session && !isModerator(session) && isWriter(session)) return <RedirectToHomeScreen session={session} />;
  if (!isModerator(session)) return <Navigate to={signInPath} replace />;
  return (
    <SessionGuard accepts={isModerator}>
      <ModeratorLayout />
      <IdentityConfirmation />
    </SessionGuard>
  );
}

/** Shown when the user's role doesn't include the screen. */
export function NotYours({ screen, role }: { screen: Screen; role: string }) {
  return (
    <AdminPage title={screen.label}>
      <p className="text-ink-soft">
        You don’t have access to this{isRole(role) && <>: you’re signed in as {roleNames[role].some}</>}. An admin can
        change it.
      </p>
      <ButtonLink to="/dashboard/roles" className="mt-6">
        See roles and permissions
      </ButtonLink>
    </AdminPage>
  );
}

export function NoSuchScreen() {
  return (
    <AdminPage title="Page not found">
      <p className="text-ink-soft">Check the address for typos, or go back to the dashboard.</p>
      <ButtonLink to="/dashboard/home" className="mt-6">
        Go to the dashboard home
      </ButtonLink>
    </AdminPage>
  );
}
