/** Adds uploaded images to the media library, and restores them with the content that uses them. */
import { newId } from '@site/platform/base/ids';
import { addImage, addPlaceImageJob, type ImageKind } from '@site/platform/lifecycle/images';
import type { StagedUpload } from '@site/proto/gen/nest/images/v1/images';
import { kinds, type KindOf } from '@site/domain/kinds';
import type { EntityManager } from 'typeorm';

/** For a picture uploaded with something else. */
interface LibraryEntry {
  imageId: string;
  name: string;
  alt?: string | undefined;
}

/** Of a kind of content. */
interface ImageOwner {
  type: KindOf<'content'>;
  hasPersonalName?: boolean | undefined;
  picture: { kind: ImageKind };
}

/**
 * Records an item's upload, in the manager's transaction, and adds it to the library under the item's name.
 * @param fields the item's texts, with `alt` for the picture's
 * @returns the picture's id
 */
export async function addItemImage(
  manager: EntityManager,
  { type, hasPersonalName, picture }: ImageOwner,
  upload: StagedUpload,
  fields: Partial<Record<string, unknown>>,
): Promise<string> {
  const imageId = await addImage(manager, upload, picture.kind, true);
  const name = [fields['title'], fields['name']].find((text) => typeof text === 'string') ?? kinds[type].label;
  const alt = typeof fields['alt'] === 'string' ? fields['alt'] : '';
  if (type !== 'media') await addToLibrary(manager, { imageId, name, alt: alt || (hasPersonalName ? name : '') });
  return imageId;
}

/** Restores a picture from the library's trash unchanged. */
export async function addToLibrary(manager: EntityManager, { imageId, name, alt = '' }: LibraryEntry): Promise<void> {
  await manager.query(
    `INSERT INTO media (id, image_id, name, alt) VALUES ($1, $2, $3, $4)
     ON CONFLICT (image_id) DO UPDATE SET deleted_at = NULL`,
    [newId(), imageId, name, alt],
  );
}

/** Restores the pictures of a restored post and its revisions, if they were deleted after it. */
export async function restoreMediaOf(manager: EntityManager, postId: string): Promise<void> {
  const [restored] = await manager.query<[{ picture: string }[], number]>(
    `UPDATE media SET deleted_at = NULL WHERE deleted_at IS NOT NULL AND id IN (
       SELECT unnest(media_ids) FROM posts WHERE id = $1
       UNION SELECT unnest(media_ids) FROM post_revisions WHERE post_id = $1)
     RETURNING image_id AS picture`,
    [postId],
  );
  for (const { picture } of restored) await addPlaceImageJob(manager, picture);
}

/** For `libraryFieldsSql`; `pictures` must be joined already. */
export const libraryJoin = ' LEFT JOIN media library ON library.image_id = images.id';

/** For a json_build_object: the library's texts of a picture, null if empty. */
const focal = (axis: 'x' | 'y') =>
  `CASE WHEN library.focal_x <> 0.5 OR library.focal_y <> 0.5 THEN library.focal_${axis} END`;
export const libraryFieldsSql = `
    'focalX', ${focal('x')}, 'focalY', ${focal('y')},
    'alt', nullif(library.alt, ''), 'credit', nullif(library.credit, '')`;
