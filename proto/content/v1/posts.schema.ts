import { z } from 'zod';
import {
  maxLength,
  optionalLine,
  optionalText,
  pageQuery,
  requiredLine,
  requiredText,
  searchField,
} from '../../fields.js';
import { optionalWebAddress } from '../../web-address.js';
import { richTextField } from './rich-text.schema.js';
import { slugPattern } from '@site/domain/content/slug';

/** Fields of POST /admin/main/post/create, besides the optional file `image`. */
export const postInput = z
  .strictObject({
    title: requiredLine('Title', maxLength.title),
    description: requiredText('Description', maxLength.description),
    url: optionalWebAddress('URL'),
  })
  .meta({ id: 'PostInput' });

export const postImageField = 'image';

/** The value of `image` in an edit that removes the picture. */
export const removePostImage = 'remove';

/**
 * Query of GET /admin/main/post/edit, and fields of the same edit as a multipart POST. `image` as text keeps the
 * picture, except `removePostImage`.
 */
export const postEditInput = z
  .strictObject({
    postId: requiredText('postId', 100),
    ...postInput.shape,
    image: optionalLine('image', maxLength.url),
  })
  .meta({ id: 'PostEditInput' });

/** "unlisted" posts are reachable by their address only. */
export const postStatuses = ['draft', 'scheduled', 'published', 'unlisted'] as const;
export type PostStatus = (typeof postStatuses)[number];

export const revisionKinds = ['autosave', 'saved', 'published'] as const;
export type RevisionKind = (typeof revisionKinds)[number];

/** By the latest edit or publication, newest first, or by title. */
export const postSorts = ['edited', 'published', 'title'] as const;
export type PostSort = (typeof postSorts)[number];

/** In characters; the others are in `maxLength`. */
export const postLengths = { excerpt: 300, slug: 100, author: 100, tag: 40, tags: 10 } as const;

/** Query of GET /admin/main/post; without `status`, posts in every state. */
export const postListQuery = pageQuery.extend({
  q: searchField,
  status: z.enum(postStatuses, `status must be one of ${postStatuses.join(', ')}`).optional(),
  author: z.string().max(postLengths.author, 'author is too long').optional(),
  tag: z.string().max(postLengths.tag, 'tag is too long').optional(),
  sort: z.enum(postSorts, `sort must be one of ${postSorts.join(', ')}`).optional(),
});

/** Editor input; a draft may leave everything empty. Publishing checks what it requires. */
export const postValuesInput = z
  .strictObject({
    title: optionalLine('Title', maxLength.title),
    document: richTextField.nullable().default(null),
    excerpt: optionalText('Excerpt', postLengths.excerpt),
    slug: optionalLine('Address', postLengths.slug)
      .refine(
        (slug) => slug === '' || slugPattern.test(slug),
        'Address may contain only lower-case letters, digits and single hyphens',
      )
      .refine((slug) => !z.guid().safeParse(slug).success, 'Address must be text'),
    author: optionalLine('Author', postLengths.author),
    tags: z
      .array(requiredLine('Tag', postLengths.tag), 'tags must be a list')
      .max(postLengths.tags, `At most ${postLengths.tags} tags`)
      .default([]),
    url: optionalWebAddress('URL'),
    cover_media_id: z.union([z.literal(''), z.guid()], 'cover_media_id must be the id of a picture').default(''),
  })
  .meta({ id: 'PostValues' });
export type PostValuesInput = z.infer<typeof postValuesInput>;

/** Body of POST /admin/main/post/draft. */
export const draftInput = z.strictObject({ values: postValuesInput.prefault({}) }).meta({ id: 'DraftInput' });

const revisionNumber = (label: string) =>
  z.int(`${label} must be a whole number`).min(0, `${label} must be at least 0`);

const tabField = z.string().max(36, 'tab must be an id');

/** Query of DELETE /admin/main/post/{id}/autosave, and fields of a save: which open editor it is. */
export const tabInput = z.strictObject({
  tab: tabField.default('').describe('A random id per open editor; without it, any autosave of the caller counts.'),
  replaces: z
    .union([z.literal(''), z.iso.datetime()], 'replaces must be a time')
    .default('')
    .describe('created_at of another tab’s autosave that this editor has loaded.'),
});
export type TabInput = z.infer<typeof tabInput>;

/** Body of PUT /admin/main/post/{id}/revision. */
export const revisionInput = tabInput
  .extend({
    kind: z.enum(['autosave', 'saved'], 'kind must be autosave or saved'),
    base_revision: revisionNumber('base_revision'),
    values: postValuesInput,
  })
  .meta({ id: 'RevisionInput' });
export type RevisionInput = z.infer<typeof revisionInput>;

/** Body of POST /admin/main/post/{id}/publish. The time is the state's local wall-clock time. */
export const publishInput = z
  .strictObject({
    revision: revisionNumber('revision'),
    status: z.enum(postStatuses, `status must be one of ${postStatuses.join(', ')}`),
    publish_at: optionalLine('publish_at', 40),
    send_newsletter: z.boolean('send_newsletter must be true or false').default(false),
  })
  .meta({ id: 'PublishInput' });
export type PublishInput = z.infer<typeof publishInput>;

/** Body of POST /main/post/preview. */
export const previewInput = z
  .strictObject({ token: z.string('token is required').min(1, 'token is required').max(200, 'token is not valid') })
  .meta({ id: 'PreviewInput' });
