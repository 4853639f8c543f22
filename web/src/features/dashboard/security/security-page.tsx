import { changePasswordPath } from '../../../domain/session/session.js';
import { AdminPage } from '../../../dashboard-kit/admin-page.js';
import { TokenNeeded } from '../../../dashboard-kit/token-needed.js';
import * as strings from '../../../strings.js';
import { ButtonLink } from '../../../ui/button.js';
import { SecondFactorsCard } from './second-factors-card.js';
import { SessionsCard } from './sessions-card.js';
import { SettingsCard } from './settings-card.js';

const title = 'Security';

/** /dashboard/security and /moderate/security: password, second factors and sessions of the signed-in user. */
export function Page() {
  return (
    <TokenNeeded title={title}>
      <AdminPage title={title} note="How you sign in, and where you’re signed in.">
        <div className="flex max-w-3xl flex-col gap-6">
          <SecondFactorsCard />
          <SettingsCard
            title={strings.password}
            note="A new password signs you out on every device, including this one."
            action={
              <ButtonLink to={changePasswordPath} tone="secondary" size="small">
                {strings.changePassword}
              </ButtonLink>
            }
          />
          <SessionsCard />
        </div>
      </AdminPage>
    </TokenNeeded>
  );
}
