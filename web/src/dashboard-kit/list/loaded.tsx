import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { LoadFailure } from './load-failure.js';
import { OldListNote } from './old-list-note.js';

interface LoadedProps<Data> {
  /** As much of a query, paged or not, as it needs. */
  query: Pick<
    UseQueryResult<Data>,
    'data' | 'isPending' | 'isFetching' | 'isRefetchError' | 'error' | 'dataUpdatedAt'
  > & {
    refetch: () => unknown;
  };
  /** The sentence for a failure. */
  failure: string;
  /** What holds the place while it loads. */
  placeholder: ReactNode;
  children: (data: Data) => ReactNode;
}

/** What was loaded, or that it loads, or why it could not be; an old answer stays, and says how old it is. */
export function Loaded<Data>({ query, failure, placeholder, children }: LoadedProps<Data>) {
  const { data } = query;
  if (data !== undefined) {
    return (
      <>
        {query.isRefetchError && <OldListNote text={failure} since={query.dataUpdatedAt} />}
        {children(data)}
      </>
    );
  }
  if (query.isPending) return placeholder;
  return (
    <LoadFailure text={failure} error={query.error} retrying={query.isFetching} onRetry={() => void query.refetch()} />
  );
}
