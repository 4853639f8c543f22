import { type ObjectStore } from '@site/platform/data/object-store';
import { objectKey, type Picture } from '@site/platform/lifecycle/pictures';

/** Where the objects of a picture lie: under public/ when it is published, under pending/ otherwise. */

/**
 * Makes the sizes readable for everyone; the private copies stay until the picture's job removes them. Where there is no
 * private copy, the public one may still be there from a moment ago, because the job has not moved it yet.
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
 * Puts every size where it belongs, and nowhere else. Safe to repeat and to interrupt: an object is removed only once its
 * copy exists.
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

/** Removes everything of a picture, in both places, including what an interrupted attempt left behind. */
export async function removeObjects(store: ObjectStore, baseKey: string): Promise<void> {
  for (const published of [true, false]) await store.remove(await store.list(`${objectKey(published, baseKey)}-`));
}
