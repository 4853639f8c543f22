import type { Post } from '@site/proto/content/v1/posts.responses';

/** Returns a post's path, by its slug, or by its id if it has none. */
export const postPath = ({ id, slug }: Pick<Post, 'id' | 'slug'>) =>
  slug ? `/blog/${slug}` : `/blogdetail?id=${encodeURIComponent(id)}`;
