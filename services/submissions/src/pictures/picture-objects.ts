import { type ObjectStore } from '@site/platform/object-store';
import { objectKey, type Picture } from '@site/platform/pictures';

/** Where the objects of a picture lie: under public/ when it is published, under pending/ otherwise. */

/** Makes the sizes readable for everyone; the private copies stay until the picture's job removes them. */
export async function copyToPublic(store: ObjectStore, { sizes }: Picture): Promise<void> {
  await Promise.all(sizes.map(({ key }) => store.copy(objectKey(false, key), objectKey(true, key))));
}

/**
 * Puts every size where the picture's row says, and nowhere else. Safe to repeat and to interrupt: an object is removed
 * only after its copy is there.
 */
export async function placeObjects(store: ObjectStore, { sizes, published }: Picture): Promise<void> {
  await Promise.all(
    sizes.map(async ({ key }) => {
      const wanted = objectKey(published, key);
      const unwanted = objectKey(!published, key);
      if (!(await store.stat(wanted))) await store.copy(unwanted, wanted);
      await store.remove([unwanted]);
    }),
  );
}
