import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';
import * as dashboardStrings from '@/strings/dashboard-strings.js';
import * as screenNames from '@/strings/screen-names.js';
import { AdminPage } from '@/dashboard-kit/admin-page.js';
import { SearchBox, useSearchText } from '@/dashboard-kit/list/search-box.js';
import { pendingCountText, type RequestState } from '@/dashboard-kit/submissions/submission-lists.js';
import { Tabs } from '@/ui/tabs.js';
import { DecisionList } from './decided-photos.js';
import { RequestBoard } from './submission-board.js';
import { snapshots } from './snapshots.js';

type Tab = RequestState | 'decisions';

const decisionsTab = (searchText: string) =>
  ({ value: 'decisions', label: 'Decisions', content: <DecisionList searchText={searchText} /> }) as const;

/** `?tab=pending` and `?tab=decisions` open the other tabs. */
export function Page() {
  const client = useQueryClient();
  const [searchText, setSearchText] = useSearchText();
  const lists = useQuery({ ...snapshots.query(client, searchText), placeholderData: (last) => last });
  const [search, setSearch] = useSearchParams();
  const requestedTab = search.get('tab');
  const tab = requestedTab === 'pending' || requestedTab === 'decisions' ? requestedTab : 'approved';
  return (
    <AdminPage
      title={screenNames.snapshots}
      action={<SearchBox label="Search photos" searchText={searchText} onSearch={setSearchText} />}
    >
      <Tabs<Tab>
        label={screenNames.snapshots}
        value={tab}
        onChange={(next) =>
          setSearch(
            { ...(next !== 'approved' && { tab: next }), ...(searchText && { q: searchText }) },
            { replace: true },
          )
        }
        tabs={[
          {
            value: 'approved',
            label: dashboardStrings.approvedRequests,
            content: <RequestBoard state="approved" searchText={searchText} />,
          },
          {
            value: 'pending',
            label: dashboardStrings.pendingRequests,
            count: pendingCountText(lists.data),
            content: <RequestBoard state="pending" searchText={searchText} />,
          },
          decisionsTab(searchText),
        ]}
      />
    </AdminPage>
  );
}

export function ReviewPage() {
  const client = useQueryClient();
  const [searchText, setSearchText] = useSearchText();
  const lists = useQuery({ ...snapshots.query(client, searchText), placeholderData: (last) => last });
  const count = pendingCountText(lists.data);
  const [search, setSearch] = useSearchParams();
  return (
    <AdminPage
      title={dashboardStrings.pendingRequests}
      action={<SearchBox label="Search photos" searchText={searchText} onSearch={setSearchText} />}
      note={
        !searchText && count && count !== '0' && `${count} ${count === '1' ? 'photo is' : 'photos are'} pending review.`
      }
    >
      <Tabs<Tab>
        label={screenNames.snapshots}
        value={search.get('tab') === 'decisions' ? 'decisions' : 'pending'}
        onChange={(next) =>
          setSearch(
            { ...(next !== 'pending' && { tab: next }), ...(searchText && { q: searchText }) },
            { replace: true },
          )
        }
        tabs={[
          {
            value: 'pending',
            label: dashboardStrings.pendingRequests,
            content: <RequestBoard state="pending" searchText={searchText} />,
          },
          decisionsTab(searchText),
        ]}
      />
    </AdminPage>
  );
}
