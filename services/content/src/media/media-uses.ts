/** Finds where a library picture is shown, including drafts, scheduled posts and autosaves. */

/** Posts by id: the public version, the latest revision and the autosaves. */
const postsWith = (media: string) => `
  SELECT id FROM posts WHERE cover_id = ${media}.image_id
  UNION SELECT id FROM posts WHERE media_ids @> ARRAY[${media}.id]
  UNION SELECT post_id FROM post_revisions revision WHERE revision.media_ids @> ARRAY[${media}.id]
    AND (revision.kind = 'autosave' OR revision.number =
      (SELECT max(latest.number) FROM post_revisions latest WHERE latest.post_id = revision.post_id))`;

/** Returns a query of `kind`, `id` and `title`. @param media the alias of the row of `media` */
export const usesOf = (media: string): string => `
  SELECT 'post' AS kind, post.id, coalesce(nullif(post.title, ''), 'Untitled post') AS title
  FROM posts post WHERE post.deleted_at IS NULL AND post.id IN (${postsWith(media)})
  UNION ALL SELECT 'team', id, name FROM team_members WHERE deleted_at IS NULL AND portrait_id = ${media}.image_id
  UNION ALL SELECT 'logo', id, 'Logo' FROM site_logos WHERE deleted_at IS NULL AND image_id = ${media}.image_id`;

/**
 * Returns an SQL condition: a trashed member's portrait, shown nowhere else, which is kept until the member is restored
 * or purged.
 */
export const deletedMemberPortrait = (media: string): string => `
  EXISTS (SELECT FROM team_members gone WHERE gone.portrait_id = ${media}.image_id AND gone.deleted_at IS NOT NULL)
  AND NOT EXISTS (${usesOf(media)})`;

const nouns: Record<string, (title: string) => string> = {
  post: (title) => `the post “${title}”`,
  team: (title) => `the team member “${title}”`,
  logo: () => 'the logo of the site',
};

/** Further places are counted. */
const maxNames = 5;

/** Returns the message for the user who wants to delete the picture. */
export function usedSentence(uses: { kind: string; title: string }[]): string {
  const named = uses.slice(0, maxNames).map(({ kind, title }) => nouns[kind]?.(title) ?? title);
  const rest = uses.length - named.length;
  const places = [...named, ...(rest > 0 ? [`${rest} more`] : [])];
  return `This picture is shown in ${uses.length === 1 ? '1 place' : `${uses.length} places`}: ${places.join(', ')}.`;
}
