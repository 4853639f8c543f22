import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';
import { AdminPage } from '../../components/admin/admin-page.js';
import { SearchBox } from '../../components/admin/search-box.js';
import { useSearchWords } from '../../components/admin/search-words.js';
import { Tabs } from '../../components/tabs.js';
import { strings } from '../../strings.js';
import { RequestBoard } from './request-board.js';
import { pendingCountText, snapshotListsQuery, type SnapshotState } from './snapshot-lists.js';

/** /dashboard/snapshot; `?tab=pending` opens the second tab. */
export function Page() {
  const client = useQueryClient();
  const [words, setWords] = useSearchWords();
  const lists = useQuery({ ...snapshotListsQuery(client, words), placeholderData: (last) => last });
  const [search, setSearch] = useSearchParams();
  const tab: SnapshotState = search.get('tab') === 'pending' ? 'pending' : 'approved';
  return (
    <AdminPage
      title={strings.sidebarSnapshots}
      action={<SearchBox label="Search photos" words={words} onSearch={setWords} />}
    >
      <Tabs<SnapshotState>
        label={strings.sidebarSnapshots}
        value={tab}
        onChange={(next) =>
          setSearch({ ...(next === 'pending' && { tab: next }), ...(words && { q: words }) }, { replace: true })
        }
        tabs={[
          {
            value: 'approved',
            label: strings.approvedRequests,
            content: <RequestBoard state="approved" words={words} mayUndo />,
          },
          {
            value: 'pending',
            label: strings.pendingRequests,
            count: pendingCountText(lists.data),
            content: <RequestBoard state="pending" words={words} mayUndo />,
          },
        ]}
      />
    </AdminPage>
  );
}
