import { type ObjectStore } from '@site/platform/object-store';
import { objectKey, type Picture } from '@site/platform/pictures';

/** Where the objects of a picture lie: under public/ when it is published, under pending/ otherwise. */

/**
 * Makes the sizes readable for everyone; the private copies stay until the picture's job removes them. One that was public
 * a moment ago may still lie there, its job not yet having moved it.
 */
export async function copyToPublic(store: ObjectStore, { sizes }: Picture): Promise<void> {
  await Promise.all(
    sizes.map(async ({ key }) => {
      const [from, to] = [objectKey(false, key), objectKey(true, key)];
      await store.copy(from, to).catch(async (error: unknown) => {
        if (!(await store.stat(to))) throw error;
      });
    }),
  );
}

/**
 * Puts every size where it belongs, and nowhere else. Safe to repeat and to interrupt: an object is removed only after its
 * copy is there.
 */
export async function placeObjects(store: ObjectStore, keys: string[], published: boolean): Promise<void> {
  await Promise.all(
    keys.map(async (key) => {
      const wanted = objectKey(published, key);
      const unwanted = objectKey(!published, key);
      if (!(await store.stat(wanted))) await store.copy(unwanted, wanted);
      await store.remove([unwanted]);
    }),
  );
}

/** Removes whatever there is of a picture, in both places; also what an attempt left that did not come to its end. */
export async function removeObjects(store: ObjectStore, baseKey: string): Promise<void> {
  for (const published of [true, false]) await store.remove(await store.list(`${objectKey(published, baseKey)}-`));
}
