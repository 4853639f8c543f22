import type { Post } from '@site/proto/content/v1/posts.answers';

/** The page of a post: by its slug, or by its id while it has none. */
export const postPath = ({ id, slug }: Pick<Post, 'id' | 'slug'>) =>
  slug ? `/blog/${slug}` : `/blogdetail?id=${encodeURIComponent(id)}`;
