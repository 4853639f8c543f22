import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { request } from '../../api.js';
import type { Snapshot } from '../../components/site-content.js';

const pageSize = 24;

/** Approved photos, newest first, a page at a time. */
export const galleryQuery = infiniteQueryOptions({
  queryKey: ['snapshots'],
  queryFn: ({ pageParam, signal }) => {
    const query = new URLSearchParams({ limit: String(pageSize), ...(pageParam && { cursor: pageParam }) });
    return request<Snapshot[]>(`/main/snapshots?${query}`, { signal });
  },
  initialPageParam: '',
  getNextPageParam: (page) => page.next_cursor || undefined,
});

/** One approved photo, for a link that was shared or a page that was loaded again. */
export function snapshotQuery(id: string) {
  return queryOptions({
    queryKey: ['snapshot', id],
    queryFn: async ({ signal }) =>
      (await request<Snapshot>(`/main/snapshot/${encodeURIComponent(id)}`, { signal })).data,
  });
}
