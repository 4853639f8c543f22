import { AdminPage } from '../../../dashboard-kit/admin-page.js';
import { TokenNeeded } from '../../../dashboard-kit/token-needed.js';
import * as strings from '../../../strings.js';
import { MessageBoard } from './message-board.js';

/** /dashboard/contact: what visitors wrote. */
export function Page({ mayDelete = true }: { mayDelete?: boolean }) {
  return (
    <AdminPage title={strings.contactUs} note="What visitors wrote on the contact page.">
      <TokenNeeded>
        <MessageBoard mayDelete={mayDelete} />
      </TokenNeeded>
    </AdminPage>
  );
}
