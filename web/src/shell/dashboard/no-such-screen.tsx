import { AdminPage } from '../../dashboard-kit/admin-page.js';
import { ButtonLink } from '../../ui/button.js';

/** The dashboard's "not found" screen. */
export function Page() {
  return (
    <AdminPage title="Page not found">
      <p className="text-ink-soft">Check the address for typos, or go back to the dashboard.</p>
      <ButtonLink to="/dashboard/home" className="mt-6">
        Go to the dashboard home
      </ButtonLink>
    </AdminPage>
  );
}
