/** An editor's input: reading it, and deriving a post's columns and message from it. */
import { postValuesInput } from '@site/proto/content/v1/posts.schema';
import { documentOfText, excerptOf, mediaIdsOf, plainTextOf } from '@site/domain/content/rich-text';
import type { MediaItem } from '@site/proto/gen/nest/content/v1/media';
import type { Post as PostMessage, PostValues as ValuesMessage } from '@site/proto/gen/nest/content/v1/posts';
import { invalid } from '@site/proto/grpc';
import type { EntityManager } from 'typeorm';
import type { Post, PostValues } from './post.entity.js';

/** @throws INVALID_ARGUMENT, with the fields below `values`, for values that no editor can produce */
export function readValues(message: ValuesMessage | undefined): PostValues {
  const { coverMediaId = '', document = '', ...content } = message ?? {};
  const parsed = postValuesInput.safeParse({ ...content, document: json(document), cover_media_id: coverMediaId });
  if (parsed.success) {
    const { cover_media_id: cover, ...values } = parsed.data;
    return { ...values, coverMediaId: cover };
  }
  const fields = parsed.error.issues.map(({ path, message: text }) => ({
    field: ['values', ...path].join('.'),
    message: text,
  }));
  throw invalid(fields[0]?.message ?? 'The post’s fields are not valid.', fields);
}

/** Turns invalid JSON into an invalid document, which its rules report. */
function json(text: string): unknown {
  try {
    return text === '' ? null : JSON.parse(text);
  } catch {
    return text;
  }
}

/** Converts stored values to the editor's message; without a document, its JSON is empty. */
export const valuesMessage = ({ document, ...values }: PostValues): ValuesMessage => ({
  ...values,
  document: document ? JSON.stringify(document) : '',
});

/** Returns the post as it would be with these values. @param media of `mediaOf(values)` */
export function messageOfValues(
  post: Pick<Post, 'id' | 'status' | 'version' | 'slug' | 'publishedAt' | 'updatedAt'>,
  values: PostValues,
  media: MediaItem[],
): PostMessage {
  const inText = new Set(documentMedia(values));
  const { document, title, excerpt, author, tags, url, slug } = valuesMessage(values);
  const description = descriptionOf(values);
  return {
    id: post.id,
    title,
    description,
    author,
    tags,
    status: post.status,
    version: post.version,
    ...(url && { url }),
    ...(document && { document }),
    cover: media.find(({ id }) => id === values.coverMediaId)?.picture,
    createdAt: (post.publishedAt ?? new Date()).toISOString(),
    updatedAt: post.updatedAt.toISOString(),
    slug: slug || (post.slug ?? ''),
    excerpt: excerpt || excerptOf(description),
    hasDocument: document !== '',
    media: media.filter(({ id }) => inText.has(id)),
  };
}

/** Returns the document's plain text; empty without a document. */
export const descriptionOf = ({ document }: PostValues): string => (document ? plainTextOf(document) : '');

/** Returns the ids of the media in the document, without the cover. */
export const documentMedia = ({ document }: PostValues): string[] => (document ? mediaIdsOf(document) : []);

/** Returns the ids of all media that the post uses, cover first, without duplicates. */
export const mediaOf = (values: PostValues): string[] => [
  ...new Set([...(values.coverMediaId ? [values.coverMediaId] : []), ...documentMedia(values)]),
];

/** Derives the post's columns from an editor's values. A deleted cover becomes null. */
export async function columnsOf(manager: EntityManager, values: PostValues) {
  const { title, document, excerpt, author, tags, url, coverMediaId } = values;
  const [cover] = coverMediaId
    ? await manager.query<{ picture: string }[]>(
        'SELECT image_id AS picture FROM media WHERE id = $1 AND deleted_at IS NULL',
        [coverMediaId],
      )
    : [];
  const fields = { title, document, description: descriptionOf(values), excerpt, author, tags, url: url || null };
  return { ...fields, coverId: cover?.picture ?? null, mediaIds: documentMedia(values) };
}

interface WrittenRow extends Omit<PostValues, 'url' | 'coverMediaId' | 'slug'> {
  description: string;
  slug: string | null;
  url: string | null;
  cover: string | null;
}

/** For posts without revisions. */
export async function valuesOfRow(manager: EntityManager, id: string): Promise<PostValues> {
  const [row] = await manager.query<WrittenRow[]>(
    `SELECT title, description, document, excerpt, slug, author, tags, url,
       (SELECT media.id FROM media WHERE media.image_id = posts.cover_id AND media.deleted_at IS NULL) AS cover
     FROM posts WHERE id = $1`,
    [id],
  );
  if (!row) throw new Error('a post disappeared while it was locked');
  const { description, cover, document, slug, url, ...text } = row;
  return {
    ...text,
    document: document ?? (description ? documentOfText(description) : null),
    slug: slug ?? '',
    url: url ?? '',
    coverMediaId: cover ?? '',
  };
}
