import { isAdmin, isModerator } from '../../domain/session/session.js';
import { SessionKeeper } from '../../domain/session/session-keeper.js';
import { DashboardLayout } from './dashboard-layout.js';
import { AdminGuard, ModeratorGuard } from './guards.js';
import { ModeratorLayout } from './moderator-layout.js';

/** What stands around the screens of those who are signed in. A chunk of its own: who signs in on a phone does not wait for it. */

/** Screens that open without a session, which see that they need one (AMB-09). */
const unguarded = ['/dashboard/header', '/dashboard/logo'];

/** Around the screens of admins. */
export function AdminFrame() {
  return (
    <AdminGuard except={unguarded}>
      <SessionKeeper accepts={isAdmin}>
        <DashboardLayout />
      </SessionKeeper>
    </AdminGuard>
  );
}

/** Around those of moderators. */
export function ModeratorFrame() {
  return (
    <ModeratorGuard>
      <SessionKeeper accepts={isModerator}>
        <ModeratorLayout />
      </SessionKeeper>
    </ModeratorGuard>
  );
}
