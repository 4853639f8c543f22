import { infiniteQueryOptions, type QueryKey, queryOptions } from '@tanstack/react-query';
import { loggingFailure } from '../log-failure.js';
import { request } from './api.js';

/** What a public page asks for. A failure is logged under the name of what was wanted. */
export const publicQuery = <Data>(queryKey: QueryKey, path: string, what: string) =>
  queryOptions({
    queryKey,
    queryFn: ({ signal }) => loggingFailure(what, signal, async () => (await request<Data>(path, { signal })).data),
  });

const pageSize = 24;

/** A public list, newest first, a page at a time. A failure is logged under the name of what was wanted. */
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
