import { utcText } from '@site/platform/data/database';
import type { MediaItem } from '@site/proto/gen/nest/content/v1/media';
import type { EntityManager } from 'typeorm';
import { imageViewSql } from '../kinds/content-kind.js';
import { fileBytesSql } from '../media/media.kind.js';
import { libraryJoin } from '../images/image-library.js';

const message = `json_strip_nulls(json_build_object(
  'id', media.id, 'picture', ${imageViewSql}, 'name', media.name, 'alt', media.alt, 'credit', media.credit,
  'focalX', media.focal_x, 'focalY', media.focal_y, 'createdAt', ${utcText('media.created_at')},
  'version', media.version, 'uses', 0, 'fileBytes', ${fileBytesSql}))`;

/** Returns pictures in order, without trashed ones. @param isLocked locks them against deletion */
export async function findMedia(manager: EntityManager, ids: string[], isLocked = false): Promise<MediaItem[]> {
  if (ids.length === 0) return [];
  const rows = await manager.query<{ message: MediaItem }[]>(
    `SELECT ${message} AS message FROM media JOIN images ON images.id = media.image_id${libraryJoin}
     WHERE media.id = ANY($1::uuid[]) AND media.deleted_at IS NULL ORDER BY array_position($1::uuid[], media.id)
     ${isLocked ? 'FOR SHARE OF media' : ''}`,
    [ids],
  );
  return rows.map((row) => row.message);
}
