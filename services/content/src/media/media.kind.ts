/** Images and PDFs of the media library as a kind of content, and where each is used. */
import { pdfType } from '@site/domain/images/image-limits';
import { mediaImageField } from '@site/proto/content/v1/media.schema';
import { utcText } from '@site/platform/data/database';
import type { MediaUse } from '@site/proto/gen/nest/content/v1/media';
import { unprocessable } from '@site/proto/grpc';
import type { EntityManager } from 'typeorm';
import { contentKind, type ContentKind } from '../kinds/content-kind.js';
import { Media } from './media.entity.js';
import { deletedMemberPortrait, usedSentence, usesOf } from './media-uses.js';

/** Lists posts first; also for a picture in the trash. */
export const usesOfMedia = (manager: EntityManager, id: string) =>
  manager.query<MediaUse[]>(
    `SELECT used.* FROM media, LATERAL (${usesOf('media')}) used WHERE media.id = $1
     ORDER BY array_position(ARRAY['post', 'team', 'logo'], used.kind), used.title, used.id`,
    [id],
  );

/** SQL expression over `pictures`: the size of a PDF, null for a picture. */
export const fileBytesSql = `CASE WHEN images.media_type = '${pdfType}' THEN images.size_bytes END`;

const middle = { focalX: 0.5, focalY: 0.5 };

const described = contentKind<Media>({
  type: 'media',
  rpcName: 'MediaItem',
  field: 'mediaItem',
  entity: Media,
  // Unlike other content, the library isn't public.
  fields: ['name', 'alt', 'credit', 'focalX', 'focalY'],
  added: {
    createdAt: utcText('media.created_at'),
    uses: `(SELECT count(*)::integer FROM (${usesOf('media')}) used)`,
    fileBytes: fileBytesSql,
  },
  // Covers have the most sizes, and a picture may be used for anything.
  picture: {
    name: 'picture',
    column: 'imageId',
    kind: 'cover',
    required: { field: mediaImageField, label: 'Picture' },
  },
  sortedBy: { column: 'createdAt', newestFirst: true },
  searched: "media.name || ' ' || media.alt || ' ' || media.credit",
  title: 'name',
  detail: 'alt',
  unknown: 'There is no such picture.',
  hooks: { columns: async (_manager, _request, id) => (id === undefined ? middle : {}) },
  deleting: rejectIfUsed,
});

export const mediaKind: ContentKind = {
  ...described,
  live: `${described.live} AND NOT (${deletedMemberPortrait('media')})`,
};

/** Locks the picture's row, like publishing a post with it, so the second one fails. */
async function rejectIfUsed(manager: EntityManager, id: string): Promise<void> {
  await manager.query('SELECT FROM media WHERE id = $1 FOR UPDATE', [id]);
  const uses = await usesOfMedia(manager, id);
  if (uses.length > 0) throw unprocessable(usedSentence(uses));
}
