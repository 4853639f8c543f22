import type { Post } from '@site/proto/content/v1/posts.answers';
import { pagedQuery } from '../../../api/paged-query.js';
import { publicQuery } from '../../../api/public-query.js';

export const postsQuery = pagedQuery<Post>('/main/post', 'loading the posts');

/** One post, for a link that was shared or a page that was loaded again. */
export const postQuery = (id: string) =>
  publicQuery<Post>(['post', id], `/main/post/${encodeURIComponent(id)}`, 'loading the post');
