import { Navigate, useLocation } from 'react-router-dom';
import { allows, isModerator, isWriter, readSession, signInPath } from '../../domain/session/session.js';
import { SessionKeeper } from '../../domain/session/session-keeper.js';
import { DashboardLayout } from './dashboard-layout.js';
import { NotYours } from './not-yours.js';
import { everyScreen } from './screens.js';
import { ModeratorLayout } from './moderator-layout.js';

/**
 * The frames of signed-in screens, in a separate chunk that the sign-in page doesn't load. They only control what is
 * shown; the server authorizes every call. They read the session on navigation without subscribing to it: when another
 * tab signs out, unsaved input stays here until the user has signed in again.
 */

/** The specification opens these without a session; they then report the missing token. */
const unguarded = ['/dashboard/header', '/dashboard/logo'];

/** Admits admins and editors, each to their screens. A single frame, so that it stays mounted between screens. */
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

export function ModeratorFrame() {
  useLocation();
  if (!isModerator(readSession())) return <Navigate to={signInPath} replace />;
  return (
    <SessionKeeper accepts={isModerator}>
      <ModeratorLayout />
    </SessionKeeper>
  );
}
