/** Responses about posts, for the public blog and the editor. */
import { z } from 'zod';
import { integer, text, textOrNull, version } from '../../responses.js';
import { moderatedImageResponse, imageResponse } from '../../images/v1/images.responses.js';
import { mediaResponse, postMediaResponse } from './media.responses.js';
import { postStatuses, revisionKinds } from './posts.schema.js';
import type { RichTextDocument } from '@site/domain/content/rich-text';

export const postResponse = z.strictObject({
  id: text,
  title: text,
  description: text.describe('Plain text; paragraphs are separated by blank lines.'),
  url: textOrNull,
  image: textOrNull.describe('URL of the largest size in a format every browser supports.'),
  picture: imageResponse.nullable(),
  created_at: text.describe('When it was published.'),
  slug: text.describe('Its page is /blog/{slug}; empty for a draft without one.'),
  excerpt: text.describe('As written, or the first words of the description.'),
  author: text.describe('Empty when no author is given.'),
  tags: z.array(text),
  updated_at: text.describe('When it was published or its public content last changed.'),
  has_document: z.boolean().describe('Whether it has a document besides plain text; see GET /main/post/{id}.'),
});
export type Post = z.infer<typeof postResponse>;

/** JSON of `rich-text.ts`; OpenAPI doesn't describe its recursion. */
const documentSchema = z
  .looseObject({ type: z.literal('doc') })
  .describe(
    'A ProseMirror document: paragraph, heading (2, 3), bulletList, orderedList, listItem, blockquote, table (attribute caption), tableRow, tableHeader, tableCell, horizontalRule, image, snapshot, warning, text, hardBreak; marks bold, italic, strike, code, link.',
  ) as unknown as z.ZodType<RichTextDocument>;

export const fullPostResponse = postResponse.extend({
  document: documentSchema.nullable().describe('Null for a post of plain text.'),
  media: z.array(postMediaResponse).describe('The pictures in the document.'),
});
export type FullPost = z.infer<typeof fullPostResponse>;

export const editedPostResponse = postResponse.extend({
  picture: moderatedImageResponse.nullable(),
  updated_at: text.describe('The latest revision or edit.'),
  version,
  status: z.enum(postStatuses),
  publish_at: textOrNull.describe('Set while it is scheduled.'),
  published_at: textOrNull,
  send_newsletter: z.boolean().describe('Whether publishing sends a campaign.'),
  newsletter_cleared_at: textOrNull.describe(
    'When a change by a user who may not send newsletters turned its newsletter off; null once an admin has decided again.',
  ),
  newsletter_cleared_by: text.describe('Author of that change; empty when unknown.'),
  revision: integer.describe('The number of the latest revision; 0 when there is none.'),
  has_changes: z.boolean().describe('Whether the latest revision differs from the published post.'),
  has_previews: z.boolean(),
  edited_by: text.describe('Author of the latest revision, or of a newer autosave; empty when unknown.'),
  autosaved: z
    .strictObject({ title: text, excerpt: text.describe('The first words of its text.'), created_at: text })
    .nullable()
    .describe('The newest autosave of any editor, if it is newer than the latest revision.'),
});
export type EditedPost = z.infer<typeof editedPostResponse>;

/** GET /admin/main/post/filters, in alphabetical order. */
export const postFiltersResponse = z.strictObject({ authors: z.array(text), tags: z.array(text) });
export type PostFilters = z.infer<typeof postFiltersResponse>;

/** Editor input, as accepted by `postValuesInput`. */
export const postValuesResponse = z.strictObject({
  title: text,
  document: documentSchema.nullable(),
  excerpt: text,
  slug: text,
  author: text,
  tags: z.array(text),
  url: text,
  cover_media_id: text,
});
export type PostValues = z.infer<typeof postValuesResponse>;

export const revisionResponse = z.strictObject({
  number: integer.describe('0 for an autosave.'),
  kind: z.enum(revisionKinds),
  author_name: text,
  created_at: text.describe('When it was written.'),
  published_at: textOrNull.describe('When it was last published; null for others and for old ones.'),
});
export type Revision = z.infer<typeof revisionResponse>;

/** A revision with its values; `media` are the pictures in it. */
export const fullRevisionResponse = revisionResponse.extend({
  values: postValuesResponse,
  media: z.array(mediaResponse),
});
export type FullRevision = z.infer<typeof fullRevisionResponse>;

/** GET /admin/main/post/{id}: everything the editor's page needs. */
export const postEditorResponse = z.strictObject({
  post: editedPostResponse,
  values: postValuesResponse.describe('Of the latest revision.'),
  autosave: z
    .strictObject({
      values: postValuesResponse,
      created_at: text,
      base_revision: integer,
      tab: text.describe('The open editor that wrote it; may be empty.'),
    })
    .nullable()
    .describe("The caller's unsaved edits, if they are newer."),
  others_at_work: z.array(text).describe('Names of other editors who edited it within the last two minutes.'),
  media: z.array(mediaResponse).describe('The cover and the pictures in the texts.'),
});
export type PostEditorData = z.infer<typeof postEditorResponse>;

/** The response to a save. The page must not copy it into form fields. */
export const savedRevisionResponse = z.strictObject({
  revision: integer.describe('The latest one.'),
  latest_by: text.describe('Its author; empty when it is the caller.'),
  saved_at: text,
  others_at_work: z.array(text),
});
export type SavedRevision = z.infer<typeof savedRevisionResponse>;

export const previewResponse = z.strictObject({
  url: text.describe("Shows the latest revision to anyone with this URL. It can't be retrieved again."),
  expires_at: text,
});
export type Preview = z.infer<typeof previewResponse>;
