import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { LoadFailure } from './load-failure.js';
import { OldListNote } from './old-list-note.js';

interface LoadedProps<Data> {
  /** A query, paged or not. */
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

/** What was loaded, its placeholder, or the failure. When a reload fails, the old answer stays, with its age. */
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
