/**
 * SQL expressions that build the messages of proto/content/v1 where the rows are. A list then is one statement however many
 * pictures it has, and the whole share of the home page is one round trip (`home/home.controller.ts`).
 */

/** A `timestamptz` as RFC 3339 UTC text. */
const utc = (column: string) => `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** The picture of a LEFT JOIN, or null. Pictures of this service are published from the start: an admin uploaded them. */
const picture = (alias: string) => `
  CASE WHEN ${alias}.id IS NOT NULL THEN json_build_object(
    'state', ${alias}.state, 'width', ${alias}.width, 'height', ${alias}.height, 'sizes', ${alias}.sizes,
    'placeholder', ${alias}.placeholder, 'rejectedBecause', ${alias}.rejected_because, 'duplicateOf', '[]'::json) END`;

/** Absent fields are left out, as the messages' types say. */
const message = (fields: string) => `json_strip_nulls(json_build_object(${fields}))`;

/** `content.v1.Post` of `livePosts`. */
export const postMessage = message(`
  'id', post.id, 'title', post.title, 'description', post.description, 'url', post.url,
  'createdAt', ${utc('post.created_at')}, 'cover', ${picture('cover')}`);
export const livePosts =
  'posts post LEFT JOIN pictures cover ON cover.id = post.cover_id WHERE post.deleted_at IS NULL';
/** Served by the index `posts_newest`. */
export const newestPostsFirst = 'post.created_at DESC, post.id DESC';

/** `content.v1.TeamMember` of `liveTeam`. */
export const teamMemberMessage = message(`
  'id', member.id, 'name', member.name, 'designation', member.designation, 'portrait', ${picture('portrait')}`);
export const liveTeam = `team_members member LEFT JOIN pictures portrait ON portrait.id = member.portrait_id
  WHERE member.deleted_at IS NULL`;
export const oldestMembersFirst = 'member.created_at, member.id';

/** `content.v1.Faq` of `liveFaqs`. */
export const faqMessage = message(`'id', faq.id, 'question', faq.question, 'answer', faq.answer`);
export const liveFaqs = 'faqs faq WHERE faq.deleted_at IS NULL';
export const oldestFaqsFirst = 'faq.created_at, faq.id';

/** `content.v1.SiteHeader` of `liveHeader`: one row or none. */
export const headerMessage = message(`'id', header.id, 'header', header.header`);
export const liveHeader = 'site_headers header WHERE header.deleted_at IS NULL';

/** `content.v1.SiteLogo` of `liveLogo`: one row or none. */
export const logoMessage = message(`'id', logo.id, 'logo', ${picture('mark')}`);
export const liveLogo = 'site_logos logo JOIN pictures mark ON mark.id = logo.picture_id WHERE logo.deleted_at IS NULL';
