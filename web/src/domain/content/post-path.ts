import type { Post } from '@site/proto/content/v1/posts.answers';

export const postPath = ({ id, slug }: Pick<Post, 'id' | 'slug'>) =>
  slug ? `/blog/${slug}` : `/blogdetail?id=${encodeURIComponent(id)}`;
