import { roleNames } from '@site/domain/role-names';
import { isRole } from '@site/domain/roles';
import { AdminPage } from '../../dashboard-kit/admin-page.js';
import { ButtonLink } from '../../ui/button.js';
import type { Screen } from './screens.js';

/** What stands in the place of a screen that somebody's role does not include. */
export function NotYours({ screen, role }: { screen: Screen; role: string }) {
  return (
    <AdminPage title={screen.label}>
      <p className="text-ink-soft">
        Your role does not include this{isRole(role) && <>: you are signed in as {roleNames[role].some}</>}. An admin
        can change it.
      </p>
      <ButtonLink to="/dashboard/roles" className="mt-6">
        See who may what
      </ButtonLink>
    </AdminPage>
  );
}
