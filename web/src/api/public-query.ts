import { firstPageOf, listPageSize } from '@site/domain/public-pages';
import { infiniteQueryOptions, type QueryKey, queryOptions } from '@tanstack/react-query';
import { loggingFailure } from '../log-failure.js';
import { request, type ApiResponse } from './api.js';
import { readEmbeddedData, embeddedEnvelope } from './embedded-response.js';
import { documentArrivedAt } from './page-document.js';

/** Returns query options for a public page, whose document may embed the response. Failures are logged with `what`. */
export const publicQuery = <Data>(queryKey: QueryKey, path: string, what: string) =>
  queryOptions({
    queryKey,
    queryFn: ({ signal }) => loggingFailure(what, signal, async () => (await request<Data>(path, { signal })).data),
    initialData: () => readEmbeddedData<Data>(path),
    initialDataUpdatedAt: documentArrivedAt,
  });

/**
 * Returns query options for a public list, newest first, one page at a time. The document may embed the first page.
 * Failures are logged with `what`.
 */
export function pagedQuery<Item>(path: string, what: string) {
  return infiniteQueryOptions({
    queryKey: ['pages', path],
    queryFn: ({ pageParam, signal }): Promise<ApiResponse<Item[]>> => {
      const query = new URLSearchParams({ limit: String(listPageSize), ...(pageParam && { cursor: pageParam }) });
      return loggingFailure(what, signal, () => request<Item[]>(`${path}?${query}`, { signal }));
    },
    initialPageParam: '',
    getNextPageParam: (page) => page.next_cursor || undefined,
    initialData: () => {
      const firstPage = embeddedEnvelope<ApiResponse<Item[]>>(firstPageOf(path));
      return firstPage && { pages: [firstPage], pageParams: [''] };
    },
    initialDataUpdatedAt: documentArrivedAt,
  });
}
