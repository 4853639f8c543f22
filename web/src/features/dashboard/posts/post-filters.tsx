/** Filters, order and view of the dashboard's posts. */
import { kinds } from '@site/domain/kinds';
import type { PostFilters as FilterOptions } from '@site/proto/content/v1/posts.responses';
import { type PostSort, postSorts, type PostStatus, postStatuses } from '@site/proto/content/v1/posts.schema';
import { useQuery } from '@tanstack/react-query';
import { LayoutGrid, List } from 'lucide-react';
import { adminQuery } from '@/api/admin.js';
import { SearchBox, useAddressParameter, useSearchText } from '@/dashboard-kit/list/search-box.js';
import { IconButton } from '@/ui/button.js';
import { inputClassName } from '@/ui/forms/input-classes.js';
import { storedText } from '@/ui/stored-text.js';

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
  const [searchText, setSearchText] = useSearchText();
  const [statusParam, setStatus] = useAddressParameter('status');
  const [author, setAuthor] = useAddressParameter('author');
  const [tag, setTag] = useAddressParameter('tag');
  const [sortParam, setSort] = useAddressParameter('sort');
  const status = postStatuses.find((one) => one === statusParam);
  const sort = postSorts.find((one) => one === sortParam) ?? 'edited';
  return {
    searchText,
    setSearchText,
    status,
    setStatus,
    author,
    setAuthor,
    tag,
    setTag,
    sort,
    setSort,
    order: sortNames[sort].toLowerCase(),
    isFiltered: Boolean(searchText || status || author || tag),
    query: {
      ...(searchText && { q: searchText }),
      ...(status && { status }),
      ...(author && { author }),
      ...(tag && { tag }),
      ...(sort !== 'edited' && { sort }),
    },
  };
}

export type PostFilterState = ReturnType<typeof usePostFilters>;

export function PostFilters({ filters }: { filters: PostFilterState }) {
  const { data } = useQuery(adminQuery<FilterOptions>([kinds.post.list, 'filters'], '/admin/main/post/filters'));
  const isCompact = useIsCompact();
  const named = (names: readonly string[]) => names.map((word) => [word, word] as const);
  return (
    <div className="mb-6 flex flex-wrap gap-3">
      <SearchBox
        label="Search posts"
        searchText={filters.searchText}
        onSearch={filters.setSearchText}
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
        <IconButton label="Cards" aria-pressed={!isCompact} onClick={() => view.set(null)} className={viewClassName}>
          <LayoutGrid aria-hidden="true" size={20} />
        </IconButton>
        <IconButton label="List" aria-pressed={isCompact} onClick={() => view.set('list')} className={viewClassName}>
          <List aria-hidden="true" size={20} />
        </IconButton>
      </div>
    </div>
  );
}

const viewClassName = 'aria-pressed:bg-sky-soft aria-pressed:text-sky-strong';

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
      className={`${inputClassName} h-11 min-w-0 flex-1 basis-36 sm:max-w-44`}
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
