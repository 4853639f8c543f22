import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';
import * as dashboardStrings from '../../../dashboard-strings.js';
import * as screenNames from '../../../screen-names.js';
import { AdminPage } from '../../../dashboard-kit/admin-page.js';
import { SearchBox, useSearchWords } from '../../../dashboard-kit/list/search-box.js';
import { pendingCountText, type RequestState } from '../../../dashboard-kit/requests/request-lists.js';
import { Tabs } from '../../../ui/tabs.js';
import { DecisionList } from './past-photos.js';
import { RequestBoard } from './request-board.js';
import { snapshots } from './snapshots.js';

type Tab = RequestState | 'decisions';

const decisionsTab = (words: string) =>
  ({ value: 'decisions', label: 'Decisions', content: <DecisionList words={words} /> }) as const;

/** `?tab=pending` and `?tab=decisions` open the other tabs. */
export function Page() {
  const client = useQueryClient();
  const [words, setWords] = useSearchWords();
  const lists = useQuery({ ...snapshots.query(client, words), placeholderData: (last) => last });
  const [search, setSearch] = useSearchParams();
  const asked = search.get('tab');
  const tab = asked === 'pending' || asked === 'decisions' ? asked : 'approved';
  return (
    <AdminPage
      title={screenNames.snapshots}
      action={<SearchBox label="Search photos" words={words} onSearch={setWords} />}
    >
      <Tabs<Tab>
        label={screenNames.snapshots}
        value={tab}
        onChange={(next) =>
          setSearch({ ...(next !== 'approved' && { tab: next }), ...(words && { q: words }) }, { replace: true })
        }
        tabs={[
          {
            value: 'approved',
            label: dashboardStrings.approvedRequests,
            content: <RequestBoard state="approved" words={words} />,
          },
          {
            value: 'pending',
            label: dashboardStrings.pendingRequests,
            count: pendingCountText(lists.data),
            content: <RequestBoard state="pending" words={words} />,
          },
          decisionsTab(words),
        ]}
      />
    </AdminPage>
  );
}

export function ReviewPage() {
  const client = useQueryClient();
  const [words, setWords] = useSearchWords();
  const lists = useQuery({ ...snapshots.query(client, words), placeholderData: (last) => last });
  const count = pendingCountText(lists.data);
  const [search, setSearch] = useSearchParams();
  return (
    <AdminPage
      title={dashboardStrings.pendingRequests}
      action={<SearchBox label="Search photos" words={words} onSearch={setWords} />}
      note={!words && count && count !== '0' && `${count} ${count === '1' ? 'photo is' : 'photos are'} pending review.`}
    >
      <Tabs<Tab>
        label={screenNames.snapshots}
        value={search.get('tab') === 'decisions' ? 'decisions' : 'pending'}
        onChange={(next) =>
          setSearch({ ...(next !== 'pending' && { tab: next }), ...(words && { q: words }) }, { replace: true })
        }
        tabs={[
          {
            value: 'pending',
            label: dashboardStrings.pendingRequests,
            content: <RequestBoard state="pending" words={words} />,
          },
          decisionsTab(words),
        ]}
      />
    </AdminPage>
  );
}
