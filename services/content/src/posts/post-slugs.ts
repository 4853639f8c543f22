import { isId } from '@site/platform/base/ids';
import { slugOf } from '@site/domain/content/slug';
import { invalid } from '@site/proto/grpc';
import type { EntityManager } from 'typeorm';

/** Whether the post has the address now; false when it belongs to another, even one in the trash. */
async function claim(manager: EntityManager, slug: string, postId: string): Promise<boolean> {
  const rows = await manager.query<unknown[]>(
    `INSERT INTO post_slugs (slug, post_id) VALUES ($1, $2)
     ON CONFLICT (slug) DO UPDATE SET slug = excluded.slug WHERE post_slugs.post_id = excluded.post_id RETURNING slug`,
    [slug, postId],
  );
  return rows.length > 0;
}

/**
 * Gives the post an address, for good.
 * @param wanted as its editor chose it; when empty the title makes one, with a number where others have the same
 * @throws INVALID_ARGUMENT when another post has the wanted one
 */
export async function takeSlug(
  manager: EntityManager,
  { postId, wanted, title }: { postId: string; wanted: string; title: string },
): Promise<string> {
  if (wanted) {
    if (await claim(manager, wanted, postId)) return wanted;
    const message = 'Another post has this address. Please choose another one';
    throw invalid(message, [{ field: 'slug', message }]);
  }
  const made = slugOf(title);
  // An address that looks like an id would be taken for one.
  const first = isId(made) ? `post-${made}` : made;
  for (let number = 1; ; number += 1) {
    const slug = number === 1 ? first : `${first}-${number}`;
    if (await claim(manager, slug, postId)) return slug;
  }
}
