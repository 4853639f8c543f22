import { infiniteQueryOptions } from '@tanstack/react-query';
import { request } from './api.js';
import { loggingFailure } from '../log-failure.js';

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
