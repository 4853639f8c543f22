import { queryOptions } from '@tanstack/react-query';
import { request } from '../../../api/api.js';
import { loggingFailure } from '../../../log-failure.js';
import { pagedQuery } from '../../../api/paged-query.js';
import type { Post } from '../../../domain/content/site-content.js';

export const postsQuery = pagedQuery<Post>('/main/post', 'loading the posts');

/** One post, for a link that was shared or a page that was loaded again. */
export function postQuery(id: string) {
  const path = `/main/post/${encodeURIComponent(id)}`;
  return queryOptions({
    queryKey: ['post', id],
    queryFn: async ({ signal }) =>
      (await loggingFailure('loading the post', signal, () => request<Post>(path, { signal }))).data,
  });
}
