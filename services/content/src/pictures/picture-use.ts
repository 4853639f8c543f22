/** Decides who may see an image of the content service, from the items that use it. */
import type { PictureFinished, PictureUseOf } from '@site/platform/lifecycle/picture-ledger';
import { addPlacePictureJob } from '@site/platform/lifecycle/pictures';
import { contentKinds } from '../content-kinds.js';
import { portraitOfGone } from '../media/uses.js';

const withPictures = contentKinds.flatMap(({ type, table, pictureColumn }) =>
  pictureColumn ? [{ type, table, pictureColumn }] : [],
);

/** A deleted team member's portrait doesn't stay public through the library. */
const inLibrary = `CASE WHEN ${portraitOfGone('media')} THEN now() ELSE deleted_at END`;

const references = withPictures
  .map(({ type, table, pictureColumn }) => {
    const deletedAt = type === 'media' ? inLibrary : 'deleted_at';
    return `SELECT ${deletedAt} AS deleted_at FROM ${table} WHERE ${pictureColumn} = $1`;
  })
  .join(' UNION ALL ');

/** SQL condition: the row of `pictures` has no references. */
export const unusedPictures = withPictures
  .map(({ table, pictureColumn }) => `NOT EXISTS (SELECT FROM ${table} WHERE ${pictureColumn} = pictures.id)`)
  .join(' AND ');

/** Returns "public" while the picture's item is on the site or in the library, "hidden" while it is in the trash. */
export const pictureUse: PictureUseOf = async (manager, { id }) => {
  const rows = await manager.query<{ deleted_at: Date | null }[]>(references, [id]);
  if (rows.length === 0) return 'none';
  return rows.some(({ deleted_at }) => deleted_at === null) ? 'public' : 'hidden';
};

/** Hides a picture that was deleted or replaced during processing. */
export const pictureFinished: PictureFinished = async (manager, picture) => {
  if ((await pictureUse(manager, picture)) !== 'public') await addPlacePictureJob(manager, picture.id);
};
