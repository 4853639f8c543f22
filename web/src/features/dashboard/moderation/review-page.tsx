import { useQuery, useQueryClient } from '@tanstack/react-query';
import { AdminPage } from '../../../dashboard-kit/admin-page.js';
import { SearchBox } from '../../../dashboard-kit/list/search-box.js';
import { useSearchWords } from '../../../dashboard-kit/list/search-words.js';
import { pendingCountText } from '../../../dashboard-kit/requests/request-lists.js';
import * as strings from '../../../strings.js';
import { RequestBoard } from './request-board.js';
import { snapshots } from './snapshot-lists.js';

/** /moderate: the pending photos only. */
export function Page() {
  const client = useQueryClient();
  const [words, setWords] = useSearchWords();
  const lists = useQuery({ ...snapshots.query(client, words), placeholderData: (last) => last });
  const count = pendingCountText(lists.data);
  return (
    <AdminPage
      title={strings.pendingRequests}
      action={<SearchBox label="Search photos" words={words} onSearch={setWords} />}
      note={!words && count && count !== '0' && `${count} ${count === '1' ? 'photo is' : 'photos are'} pending review.`}
    >
      <RequestBoard state="pending" words={words} />
    </AdminPage>
  );
}
