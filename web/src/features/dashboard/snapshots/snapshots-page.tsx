import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';
import * as dashboardStrings from '@/strings/dashboard-strings.js';
import * as screenNames from '@/strings/screen-names.js';
import { AdminPage } from '@/dashboard-kit/admin-page.js';
import { SearchBox, useSearchText } from '@/dashboard-kit/list/search-box.js';
import { ReviewBoard } from '@/dashboard-kit/review/review-board.js';
import { pendingCountText, type RequestState } from '@/dashboard-kit/review/submission-lists.js';
import { Tabs } from '@/ui/tabs.js';
import { DecisionList } from './decided-photos.js';
import { PhotoCard } from './photo-card.js';
import { photoReview } from './photo-review.js';
import { snapshots } from './snapshots.js';

const allTabs = ['approved', 'pending', 'decisions'] as const;
type Tab = (typeof allTabs)[number];

/** `?tab=pending` and `?tab=decisions` open the other tabs. */
export function Page() {
  return <Moderation title={screenNames.snapshots} tabs={allTabs} />;
}

export function ReviewPage() {
  return <Moderation title={dashboardStrings.pendingRequests} tabs={['pending', 'decisions']} notesCount />;
}

interface ModerationProps {
  title: string;
  tabs: readonly Tab[];
  /** Shows the number of pending photos below the title instead of in the tab. */
  notesCount?: boolean;
}

function Moderation({ title, tabs, notesCount }: ModerationProps) {
  const client = useQueryClient();
  const [searchText, setSearchText] = useSearchText();
  const lists = useQuery({ ...snapshots.query(client, searchText), placeholderData: (last) => last });
  const count = pendingCountText(lists.data);
  const [search, setSearch] = useSearchParams();
  const boardOf = (state: RequestState) => (
    <ReviewBoard
      kind={photoReview}
      state={state}
      lists={lists}
      searchText={searchText}
      card={(card) => <PhotoCard {...card} />}
    />
  );
  const labelled = {
    approved: {
      label: dashboardStrings.approvedRequests,
      content: boardOf('approved'),
    },
    pending: {
      label: dashboardStrings.pendingRequests,
      content: boardOf('pending'),
      ...(!notesCount && { count }),
    },
    decisions: { label: 'Decisions', content: <DecisionList searchText={searchText} /> },
  };
  return (
    <AdminPage
      title={title}
      action={<SearchBox label="Search photos" searchText={searchText} onSearch={setSearchText} />}
      note={
        notesCount &&
        !searchText &&
        count &&
        count !== '0' &&
        `${count} ${count === '1' ? 'photo is' : 'photos are'} pending review.`
      }
    >
      <Tabs<Tab>
        label={screenNames.snapshots}
        value={tabs.find((tab) => tab === search.get('tab')) ?? tabs[0]!}
        onChange={(next) =>
          setSearch({ ...(next !== tabs[0] && { tab: next }), ...(searchText && { q: searchText }) }, { replace: true })
        }
        tabs={tabs.map((value) => ({ value, ...labelled[value] }))}
      />
    </AdminPage>
  );
}
