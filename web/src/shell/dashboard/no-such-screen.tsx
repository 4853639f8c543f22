import { AdminPage } from '../../dashboard-kit/admin-page.js';
import { ButtonLink } from '../../ui/button.js';

/** The dashboard's "not found" screen. */
export function Page() {
  return (
    <AdminPage title="This screen doesn't exist">
      <p className="text-ink-soft">The address may be mistyped, or this screen doesn't exist yet.</p>
      <ButtonLink to="/dashboard/home" className="mt-6">
        Go to the dashboard home
      </ButtonLink>
    </AdminPage>
  );
}
