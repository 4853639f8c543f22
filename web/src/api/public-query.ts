import { infiniteQueryOptions, type QueryKey, queryOptions } from '@tanstack/react-query';
import { loggingFailure } from '../log-failure.js';
import { request } from './api.js';
import { embeddedAnswer } from './embedded-answer.js';

/** Returns query options for a public page, whose document may embed the response. Failures are logged with `what`. */
export const publicQuery = <Data>(queryKey: QueryKey, path: string, what: string) =>
  queryOptions({
    queryKey,
    queryFn: ({ signal }) => loggingFailure(what, signal, async () => (await request<Data>(path, { signal })).data),
    initialData: () => embeddedAnswer<Data>(path),
  });

const pageSize = 24;

/** Returns query options for a public list, newest first, one page at a time. Failures are logged with `what`. */
export function pagedQuery<Item>(path: string, what: string) {
  return infiniteQueryOptions({
    queryKey: ['pages', path],
    queryFn: ({ pageParam, signal }) => {
      const query = new URLSearchParams({ limit: String(pageSize), ...(pageParam && { cursor: pageParam }) });
      return loggingFailure(what, signal, () => request<Item[]>(`${path}?${query}`, { signal }));
    },
    initialPageParam: '',
    getNextPageParam: (page) => page.next_cursor || undefined,
  });
}
