import { isAdmin, isModerator } from '../../domain/session/session.js';
import { SessionKeeper } from '../../domain/session/session-keeper.js';
import { DashboardLayout } from './dashboard-layout.js';
import { AdminGuard, ModeratorGuard } from './guards.js';
import { ModeratorLayout } from './moderator-layout.js';

/** The frames around the screens of signed-in people; a chunk of its own, so that the sign-in page need not wait for it. */

/** The specification opens these without a session; they then say that they need one. */
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
