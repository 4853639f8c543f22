import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';
import { AdminPage } from '../../components/admin/admin-page.js';
import { Tabs } from '../../components/tabs.js';
import { strings } from '../../strings.js';
import { RequestBoard } from './request-board.js';
import { pendingCountText, snapshotListsQuery, type SnapshotState } from './snapshot-lists.js';

/** /dashboard/snapshot; `?tab=pending` opens the second tab. */
export function Page() {
  const client = useQueryClient();
  const lists = useQuery(snapshotListsQuery(client));
  const [search, setSearch] = useSearchParams();
  const tab: SnapshotState = search.get('tab') === 'pending' ? 'pending' : 'approved';
  return (
    <AdminPage title={strings.sidebarSnapshots}>
      <Tabs<SnapshotState>
        label={strings.sidebarSnapshots}
        value={tab}
        onChange={(next) => setSearch(next === 'pending' ? { tab: next } : {}, { replace: true })}
        tabs={[
          { value: 'approved', label: strings.approvedRequests, content: <RequestBoard state="approved" /> },
          {
            value: 'pending',
            label: strings.pendingRequests,
            count: pendingCountText(lists.data),
            content: <RequestBoard state="pending" />,
          },
        ]}
      />
    </AdminPage>
  );
}
