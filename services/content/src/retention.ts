import { addPlaceImageJob } from '@site/platform/lifecycle/images';
import { purge, type Sweep } from '@site/platform/lifecycle/retention';
import { trashRetentionDays } from '@site/platform/lifecycle/trash';
import type { EntityManager } from 'typeorm';
import { contentKinds } from './content-kinds.js';
import { usesOf } from './media/media-uses.js';
import { unusedImages } from './images/image-use.js';
import { postEditingRetention } from './posts/posts.feature.js';

/**
 * Purges items 30 days after their deletion; the audit log no longer names a former team member. Unfinished pictures
 * without references are purged as well.
 * @returns the number of rows deleted
 */
export const sweepRetention: Sweep = async (dataSource, rows) => {
  const deleted = await purge(dataSource, [...contentKinds, ...postEditingRetention], {
    onImageRemoved,
    ...(rows && { rows }),
  });
  const [, stuck] = await dataSource.query<[unknown, number]>(
    `DELETE FROM images WHERE state = 'processing' AND created_at < now() - interval '${trashRetentionDays} days'
     AND ${unusedImages}`,
  );
  return deleted + stuck;
};

/** Keeps a purged post's pictures in the library, but not a former team member's portrait. */
async function onImageRemoved(manager: EntityManager, imageId: string): Promise<void> {
  await manager.query(
    `DELETE FROM media USING images
     WHERE media.image_id = $1 AND images.id = $1 AND images.kind = 'portrait'
       AND NOT EXISTS (SELECT FROM team_members WHERE portrait_id = $1) AND NOT EXISTS (${usesOf('media')})`,
    [imageId],
  );
  await addPlaceImageJob(manager, imageId);
}
