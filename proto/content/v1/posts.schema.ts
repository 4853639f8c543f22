import { z } from 'zod';
import { maxLength, optionalText, pageQuery, requiredLine, requiredText, searchField } from '../../fields.js';
import { optionalWebAddress } from '../../web-address.js';

/** Fields of POST /admin/main/post/create, beside the file `image`, which may be absent. The form has the same rules. */
export const postInput = z
  .strictObject({
    title: requiredLine('Title', maxLength.title),
    description: requiredText('Description', maxLength.description),
    url: optionalWebAddress('URL'),
  })
  .meta({ id: 'PostInput' });
export type PostInput = z.infer<typeof postInput>;

/** The one file field of a post. */
export const postImageField = 'image';

/** As `image` of an edit, takes the picture away. */
export const removePostImage = 'remove';

/**
 * Query of GET /admin/main/post/edit, and fields of its multipart twin. A file cannot travel in a query, so `image` as a text
 * says nothing about a new picture: whatever it holds (the present address, nothing), the picture stays, and only the word
 * of `removePostImage` takes it away.
 */
export const postEditInput = z
  .strictObject({
    postId: requiredText('postId', 100),
    ...postInput.shape,
    image: optionalText('image', maxLength.url),
  })
  .meta({ id: 'PostEditInput' });
export type PostEditInput = z.infer<typeof postEditInput>;

/** Query of GET /admin/main/post. */
export const postListQuery = pageQuery.extend({ q: searchField });
export type PostListQuery = z.infer<typeof postListQuery>;
