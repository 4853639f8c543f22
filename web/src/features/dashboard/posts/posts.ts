import { postImageField, postInput, removePostImage } from '@site/proto/content/v1/posts.schema';
import { request, type Answer } from '../../../api/api.js';
import type { PictureChoice } from '../../../dashboard-kit/editor/editor-fields.js';
import type { Stored } from '../../../dashboard-kit/editor/editor.js';
import { faultsOf } from '../../../dashboard-kit/editor/faults.js';
import { findInList, pagedQuery } from '../../../dashboard-kit/list/paged-query.js';
import { sendForm, type SaveCall } from '../../../dashboard-kit/editor/save.js';
import type { Post } from '../../../domain/content/site-content.js';

/** A post as the dashboard edits it. */
export interface AdminPost extends Post {
  updated_at: string;
  version: number;
}

export interface PostValues extends Record<string, unknown> {
  image: PictureChoice;
  title: string;
  url: string;
  description: string;
}

const address = '/admin/main/post';
export const postsList = 'posts';
export const postsQuery = (words: string) =>
  pagedQuery<AdminPost>(['admin', postsList, words], address, words ? { q: words } : {});

const hasCover = ({ picture, image }: AdminPost) => Boolean(picture || image);

export const storedPost = (post: AdminPost | undefined): Stored<PostValues> => ({
  values: {
    image: post && hasCover(post) ? 'stored' : null,
    title: post?.title ?? '',
    url: post?.url ?? '',
    description: post?.description ?? '',
  },
  version: post?.version,
});

export const checkPost = (values: PostValues) => faultsOf(postInput, values, ['title', 'url', 'description']);

/** Longer ones do not travel in an address: it would break the limits of what stands on the way. */
const longestQuery = 2_000;

export function savePost(post: AdminPost | undefined, values: PostValues, call: SaveCall): Promise<Answer<AdminPost>> {
  const { title, description, url, image } = values;
  const file = image instanceof File ? image : undefined;
  if (!post) return sendForm(`${address}/create`, { title, description, url, [postImageField]: file }, call);
  const texts = { postId: post.id, title, description, url };
  const path = `${address}/edit`;
  if (file) return sendForm(path, { ...texts, [postImageField]: file }, call);
  // What is not the word for taking it away keeps the picture.
  const imageText = image === null && hasCover(post) ? removePostImage : (post.image ?? '');
  const query = new URLSearchParams({ ...texts, [postImageField]: imageText }).toString();
  if (query.length > longestQuery) return sendForm(path, { ...texts, [postImageField]: imageText }, call);
  return request(`${path}?${query}`, { headers: call.headers, signal: call.signal });
}

export async function loadPost(id: string): Promise<Stored<PostValues> | undefined> {
  const post = await findInList<AdminPost>(address, id);
  return post && storedPost(post);
}

export const deletePost = ({ id }: AdminPost) => request(`${address}/delete/${encodeURIComponent(id)}`);

/** Where visitors read it. */
export const publicAddressOf = ({ id }: Pick<Post, 'id'>) => `/blogdetail?${new URLSearchParams({ id })}`;
