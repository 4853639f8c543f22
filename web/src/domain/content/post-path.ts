import type { Post } from '@site/proto/content/v1/posts.answers';

/** Path of a post's page, by slug, else by id. */
export const postPath = ({ id, slug }: Pick<Post, 'id' | 'slug'>) =>
  slug ? `/blog/${slug}` : `/blogdetail?id=${encodeURIComponent(id)}`;
