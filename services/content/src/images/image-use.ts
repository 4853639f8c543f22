/** Decides who may see an image of the content service, from the items that use it. */
import type { OnImageFinished, GetImageVisibility } from '@site/platform/lifecycle/image-ledger';
import { addPlaceImageJob } from '@site/platform/lifecycle/images';
import { contentKinds } from '../content-kinds.js';
import { deletedMemberPortrait } from '../media/media-uses.js';

const kindsWithImage = contentKinds.flatMap(({ type, table, imageColumn }) =>
  imageColumn ? [{ type, table, imageColumn }] : [],
);

/** A deleted team member's portrait doesn't stay public through the library. */
const inLibrary = `CASE WHEN ${deletedMemberPortrait('media')} THEN now() ELSE deleted_at END`;

const references = kindsWithImage
  .map(({ type, table, imageColumn }) => {
    const deletedAt = type === 'media' ? inLibrary : 'deleted_at';
    return `SELECT ${deletedAt} AS deleted_at FROM ${table} WHERE ${imageColumn} = $1`;
  })
  .join(' UNION ALL ');

/** SQL condition: the row of `pictures` has no references. */
export const unusedImages = kindsWithImage
  .map(({ table, imageColumn }) => `NOT EXISTS (SELECT FROM ${table} WHERE ${imageColumn} = images.id)`)
  .join(' AND ');

/** Returns "public" while the picture's item is on the site or in the library, "hidden" while it is in the trash. */
export const getImageVisibility: GetImageVisibility = async (manager, { id }) => {
  const rows = await manager.query<{ deleted_at: Date | null }[]>(references, [id]);
  if (rows.length === 0) return 'none';
  return rows.some(({ deleted_at }) => deleted_at === null) ? 'public' : 'hidden';
};

/** Hides a picture that was deleted or replaced during processing. */
export const onImageFinished: OnImageFinished = async (manager, image) => {
  if ((await getImageVisibility(manager, image)) !== 'public') await addPlaceImageJob(manager, image.id);
};
