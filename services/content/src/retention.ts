import { addPlacePictureJob } from '@site/platform/lifecycle/pictures';
import { purge } from '@site/platform/lifecycle/retention';
import { keepDeletedDays } from '@site/platform/lifecycle/trash';
import type { DataSource } from 'typeorm';
import { contentKinds } from './content-kinds.js';
import { unusedPictures } from './pictures/picture-use.js';

/**
 * What was deleted can be restored for 30 days. After that the row goes, a job removes its picture with all objects, and the
 * audit log no longer names a former member of the team. A picture that was never finished and that nothing refers to goes as
 * well. Returns the number of rows deleted.
 */
export async function sweepRetention(dataSource: DataSource): Promise<number> {
  const deleted = await purge(dataSource, contentKinds, addPlacePictureJob);
  const [, stuck] = await dataSource.query<[unknown, number]>(
    `DELETE FROM pictures WHERE state = 'processing' AND created_at < now() - interval '${keepDeletedDays} days'
     AND ${unusedPictures}`,
  );
  return deleted + stuck;
}
