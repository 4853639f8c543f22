import { AdminPage } from '../../dashboard-kit/admin-page.js';
import { ButtonLink } from '../../ui/button.js';

/** The dashboard's "not found" screen. */
export function Page() {
  return (
    <AdminPage title="There is no such screen">
      <p className="text-ink-soft">The address may be mistyped, or this screen does not exist yet.</p>
      <ButtonLink to="/dashboard/home" className="mt-6">
        Go to the dashboard’s home
      </ButtonLink>
    </AdminPage>
  );
}
