import { Navigate, useLocation } from 'react-router-dom';
import { allows, isModerator, isWriter, readSession, signInPath } from '../../domain/session/session.js';
import { SessionKeeper } from '../../domain/session/session-keeper.js';
import { DashboardLayout } from './dashboard-layout.js';
import { NotYours } from './not-yours.js';
import { everyScreen } from './screens.js';
import { ModeratorLayout } from './moderator-layout.js';

/**
 * The frames around the screens of signed-in people; a chunk of its own, so that the sign-in page need not wait for it. They
 * only decide what is shown; the server checks every call. They read the session at each navigation and do not watch it:
 * when another tab signs out, what is being typed here stays until the person has signed in again.
 */

/** The specification opens these without a session; they then say that they need one. */
const unguarded = ['/dashboard/header', '/dashboard/logo'];

/** Lets in admins and editors, each to their screens. One frame for all screens, so that it stays between them. */
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

/** Lets in moderators, too. */
export function ModeratorFrame() {
  useLocation();
  if (!isModerator(readSession())) return <Navigate to={signInPath} replace />;
  return (
    <SessionKeeper accepts={isModerator}>
      <ModeratorLayout />
    </SessionKeeper>
  );
}
