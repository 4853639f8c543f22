import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { request } from '../../api.js';
import type { Post } from '../../components/site-content.js';

const pageSize = 24;

/** Posts, newest first, a page at a time. */
export const postsQuery = infiniteQueryOptions({
  queryKey: ['posts'],
  queryFn: ({ pageParam, signal }) => {
    const query = new URLSearchParams({ limit: String(pageSize), ...(pageParam && { cursor: pageParam }) });
    return request<Post[]>(`/main/post?${query}`, { signal });
  },
  initialPageParam: '',
  getNextPageParam: (page) => page.next_cursor || undefined,
});

/** One post, for a link that was shared or a page that was loaded again. */
export function postQuery(id: string) {
  return queryOptions({
    queryKey: ['post', id],
    queryFn: async ({ signal }) => (await request<Post>(`/main/post/${encodeURIComponent(id)}`, { signal })).data,
  });
}
