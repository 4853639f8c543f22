/** Filters, order and view of the dashboard's posts. */
import { kinds } from '@site/domain/kinds';
import type { PostFilters as Known } from '@site/proto/content/v1/posts.answers';
import { type PostSort, postSorts, type PostStatus, postStatuses } from '@site/proto/content/v1/posts.schema';
import { useQuery } from '@tanstack/react-query';
import { LayoutGrid, List } from 'lucide-react';
import { adminQuery } from '../../../api/admin.js';
import { SearchBox, useAddressParameter, useSearchWords } from '../../../dashboard-kit/list/search-box.js';
import { IconButton } from '../../../ui/button.js';
import { inputLook } from '../../../ui/forms/input-look.js';
import { storedText } from '../../../ui/stored-text.js';

const statusNames: Record<PostStatus, string> = {
  draft: 'Drafts',
  scheduled: 'Scheduled',
  published: 'Published',
  unlisted: 'Unlisted',
};

const sortNames: Record<PostSort, string> = {
  edited: 'Last edited first',
  published: 'Last published first',
  title: 'By title',
};

/** "list", or null for cards. */
const view = storedText('posts-view');

/** Whether this device shows posts as rows instead of cards. */
export const useIsCompact = () => view.useText() === 'list';

/** What the list shows, in the page's address. */
export function usePostFilters() {
  const [words, setWords] = useSearchWords();
  const [givenStatus, setStatus] = useAddressParameter('status');
  const [author, setAuthor] = useAddressParameter('author');
  const [tag, setTag] = useAddressParameter('tag');
  const [givenSort, setSort] = useAddressParameter('sort');
  const status = postStatuses.find((one) => one === givenStatus);
  const sort = postSorts.find((one) => one === givenSort) ?? 'edited';
  return {
    words,
    setWords,
    status,
    setStatus,
    author,
    setAuthor,
    tag,
    setTag,
    sort,
    setSort,
    order: sortNames[sort].toLowerCase(),
    isFiltered: Boolean(words || status || author || tag),
    query: {
      ...(words && { q: words }),
      ...(status && { status }),
      ...(author && { author }),
      ...(tag && { tag }),
      ...(sort !== 'edited' && { sort }),
    },
  };
}

export type PostFilterState = ReturnType<typeof usePostFilters>;

export function PostFilters({ filters }: { filters: PostFilterState }) {
  const { data } = useQuery(adminQuery<Known>([kinds.post.list, 'filters'], '/admin/main/post/filters'));
  const isCompact = useIsCompact();
  const named = (words: readonly string[]) => words.map((word) => [word, word] as const);
  return (
    <div className="mb-6 flex flex-wrap gap-3">
      <SearchBox
        label="Search posts"
        words={filters.words}
        onSearch={filters.setWords}
        className="min-w-0 flex-1 basis-48"
      />
      <Menu
        label="Filter by status"
        all="All posts"
        value={filters.status ?? ''}
        onChange={filters.setStatus}
        options={postStatuses.map((one) => [one, statusNames[one]])}
      />
      <Menu
        label="Filter by author"
        all="All authors"
        value={filters.author}
        onChange={filters.setAuthor}
        options={named(data?.authors ?? [])}
      />
      <Menu
        label="Filter by tag"
        all="All tags"
        value={filters.tag}
        onChange={filters.setTag}
        options={named(data?.tags ?? [])}
      />
      <Menu
        label="Sort"
        value={filters.sort}
        onChange={(sort) => filters.setSort(sort === 'edited' ? '' : sort)}
        options={postSorts.map((one) => [one, sortNames[one]])}
      />
      <div role="group" aria-label="View" className="flex gap-1">
        <IconButton label="Cards" aria-pressed={!isCompact} onClick={() => view.keep(null)} className={viewLook}>
          <LayoutGrid aria-hidden="true" size={20} />
        </IconButton>
        <IconButton label="List" aria-pressed={isCompact} onClick={() => view.keep('list')} className={viewLook}>
          <List aria-hidden="true" size={20} />
        </IconButton>
      </div>
    </div>
  );
}

const viewLook = 'aria-pressed:bg-sky-soft aria-pressed:text-sky-strong';

interface MenuProps {
  label: string;
  /** The option without a filter. */
  all?: string;
  value: string;
  onChange: (value: string) => void;
  options: (readonly [value: string, name: string])[];
}

function Menu({ label, all, value, onChange, options }: MenuProps) {
  const isUnknown = value !== '' && !options.some(([one]) => one === value);
  return (
    <select
      aria-label={label}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      className={`${inputLook} h-11 min-w-0 flex-1 basis-36 sm:max-w-44`}
    >
      {all && <option value="">{all}</option>}
      {isUnknown && <option value={value}>{value}</option>}
      {options.map(([one, name]) => (
        <option key={one} value={one}>
          {name}
        </option>
      ))}
    </select>
  );
}
