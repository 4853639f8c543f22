import type { UseQueryResult } from '@tanstack/react-query';
import { CloudOff } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { serverMessageOf } from '../../api/admin.js';
import { useNow } from '../../domain/time/clock.js';
import { relativeTime } from '../../domain/time/times.js';
import { Banner } from '../../ui/banner.js';
import { Button } from '../../ui/button.js';
import { ShowMore } from '../../ui/lists/show-more.js';
import { ListOrder } from './cards.js';

interface LoadedProps<Data> {
  query: Pick<
    UseQueryResult<Data>,
    'data' | 'isPending' | 'isFetching' | 'isRefetchError' | 'error' | 'dataUpdatedAt'
  > & {
    refetch: () => unknown;
  };
  failure: string;
  /** Message above stale data that couldn't be reloaded; by default the error and the data's age. */
  oldNote?: (age: string) => ReactNode;
  placeholder: ReactNode;
  children: (data: Data) => ReactNode;
}

/** Shows loaded data, a placeholder or an error. If a reload fails, the old data stays, with its age. */
export function Loaded<Data>({ query, failure, oldNote, placeholder, children }: LoadedProps<Data>) {
  const { data, error } = query;
  const now = useNow();
  if (data !== undefined) {
    const age = relativeTime(query.dataUpdatedAt, now).replace('Just', 'just');
    return (
      <>
        {query.isRefetchError && (
          <Banner tone="error" className="mb-6">
            {oldNote?.(age) ?? (
              <>
                <p>{failure}</p>
                <p className="text-ink-soft">The data below is from {age}.</p>
              </>
            )}
          </Banner>
        )}
        {children(data)}
      </>
    );
  }
  if (query.isPending) return placeholder;
  const reason = serverMessageOf(error);
  return (
    <div role="alert" className="card flex flex-col items-center px-6 py-12 text-center">
      <CloudOff aria-hidden="true" size={36} className="text-ink-soft" />
      <p className="mt-3 w-full text-lg font-semibold">{failure}</p>
      {reason && reason !== failure && <p className="mt-1 w-full wrap-anywhere text-ink-soft">{reason}</p>}
      <Button
        tone="secondary"
        className="mt-5"
        onClick={() => void query.refetch()}
        busyLabel={query.isFetching && 'Trying again…'}
      >
        Try again
      </Button>
    </div>
  );
}

interface PagedListProps<Item> extends LoadedProps<Item[]> {
  query: LoadedProps<Item[]>['query'] & ComponentProps<typeof ShowMore>['list'];
  empty: ReactNode;
  /** Words for the count above the list and its order, such as `['post', 'posts']` and "newest first". */
  counted?: Pick<ComponentProps<typeof ListOrder>, 'words' | 'order'>;
}

export function PagedList<Item>({ empty, counted, children, ...list }: PagedListProps<Item>) {
  return (
    <Loaded {...list}>
      {(items) => (
        <>
          {counted && items.length > 0 && (
            <ListOrder count={items.length} hasMore={list.query.hasNextPage} {...counted} />
          )}
          {items.length === 0 ? empty : children(items)}
          <ShowMore list={list.query} />
        </>
      )}
    </Loaded>
  );
}
