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

/** The value of `image` in an edit that removes the picture. */
export const removePostImage = 'remove';

/**
 * Query of GET /admin/main/post/edit, and fields of the same edit as a multipart POST. A query cannot carry a file, so `image`
 * as text never sets a picture: whatever it holds (the current address, nothing), the picture stays, unless the text is
 * `removePostImage`.
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
