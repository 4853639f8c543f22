import { roleNames } from '@site/domain/role-names';
import { isRole } from '@site/domain/roles';
import { AdminPage } from '../../dashboard-kit/admin-page.js';
import { ButtonLink } from '../../ui/button.js';
import type { Screen } from './screens.js';

/** Replaces a screen that the user's role doesn't include. */
export function NotYours({ screen, role }: { screen: Screen; role: string }) {
  return (
    <AdminPage title={screen.label}>
      <p className="text-ink-soft">
        Your role doesn’t include this{isRole(role) && <>: you’re signed in as {roleNames[role].some}</>}. An admin can
        change it.
      </p>
      <ButtonLink to="/dashboard/roles" className="mt-6">
        See roles and permissions
      </ButtonLink>
    </AdminPage>
  );
}
