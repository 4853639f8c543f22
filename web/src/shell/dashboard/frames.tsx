import { Navigate, useLocation } from 'react-router-dom';
import { allows, isModerator, isWriter, readSession, signInPath } from '../../domain/session/session.js';
import { SessionKeeper } from '../../domain/session/session-keeper.js';
import { DashboardLayout } from './dashboard-layout.js';
import { NotYours } from './not-yours.js';
import { everyScreen } from './screens.js';
import { ModeratorLayout } from './moderator-layout.js';

/**
 * The frames around the screens of signed-in users, in their own chunk so that the sign-in page doesn't wait for it.
 * They only decide what is shown; the server checks every call. They read the session at each navigation and don't
 * watch it: after a sign-out in another tab, typed text stays until the user signs in again.
 */

/** The specification opens these without a session; they then ask for one. */
const unguarded = ['/dashboard/header', '/dashboard/logo'];

/**
 * Admits admins and editors to the screens that their role allows. One frame for all screens, so that it persists
 * between them.
 */
export function AdminFrame() {
  const path = useLocation().pathname.replace(/\/+$/, '');
  const session = readSession();
  if (!unguarded.includes(path) && !isWriter(session)) return <Navigate to={signInPath} replace />;
  const screen = everyScreen.find((one) => path === `/dashboard/${one.path}`);
  const isTheirs = !session || !screen || allows(session, screen.permission);
  return (
    <SessionKeeper accepts={isWriter}>
      <DashboardLayout>{!isTheirs && <NotYours screen={screen} role={session.type} />}</DashboardLayout>
    </SessionKeeper>
  );
}

/** Admits moderators too. */
export function ModeratorFrame() {
  useLocation();
  if (!isModerator(readSession())) return <Navigate to={signInPath} replace />;
  return (
    <SessionKeeper accepts={isModerator}>
      <ModeratorLayout />
    </SessionKeeper>
  );
}
