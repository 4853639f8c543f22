import { useQuery, useQueryClient } from '@tanstack/react-query';
import { AdminPage } from '../../components/admin/admin-page.js';
import { strings } from '../../strings.js';
import { RequestBoard } from './request-board.js';
import { pendingCountText, snapshotListsQuery } from './snapshot-lists.js';

/** /moderate: what waits for a decision, and nothing else. */
export function Page() {
  const client = useQueryClient();
  const lists = useQuery(snapshotListsQuery(client));
  const count = pendingCountText(lists.data);
  return (
    <AdminPage
      title={strings.pendingRequests}
      note={count && count !== '0' && `${count} ${count === '1' ? 'photo waits' : 'photos wait'} for a decision.`}
    >
      <RequestBoard state="pending" />
    </AdminPage>
  );
}
