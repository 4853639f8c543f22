/** Permanent addresses of posts. A post keeps its former slugs, so old links still work. */
import { isId } from '@site/platform/base/ids';
import { hasOtherLetters, slugOf } from '@site/domain/content/slug';
import { invalid } from '@site/proto/grpc';
import { transliterate } from 'transliteration';
import type { EntityManager } from 'typeorm';

/** Claims the slug; false when it is another post's, even in the trash. */
async function claim(manager: EntityManager, slug: string, postId: string): Promise<boolean> {
  const rows = await manager.query<unknown[]>(
    `INSERT INTO post_slugs (slug, post_id) VALUES ($1, $2)
     ON CONFLICT (slug) DO UPDATE SET slug = excluded.slug WHERE post_slugs.post_id = excluded.post_id RETURNING slug`,
    [slug, postId],
  );
  return rows.length > 0;
}

/** Writes letters that addresses can't have in Latin ones, by sound. */
const inLatin = (title: string) =>
  hasOtherLetters(title) ? title.normalize('NFC').replace(/[\p{L}\p{M}]+/gu, (word) => transliterate(word)) : title;

/**
 * Gives the post a permanent slug.
 * @param wanted the editor's choice; if empty, made from the title, with a number if taken
 * @throws INVALID_ARGUMENT when another post has the wanted one
 */
export async function takeSlug(
  manager: EntityManager,
  { postId, requestedSlug, title }: { postId: string; requestedSlug: string; title: string },
): Promise<string> {
  if (requestedSlug) {
    if (await claim(manager, requestedSlug, postId)) return requestedSlug;
    const message = 'Another post already has this address. Please choose a different one';
    throw invalid(message, [{ field: 'slug', message }]);
  }
  const generated = slugOf(inLatin(title));
  // It would be read as an id.
  const first = isId(generated) ? `post-${generated}` : generated;
  for (let number = 1; ; number += 1) {
    const slug = number === 1 ? first : `${first}-${number}`;
    if (await claim(manager, slug, postId)) return slug;
  }
}
