import { utcText } from '@site/platform/database';

/**
 * SQL expressions that build the messages of proto/content/v1 where the rows are. A list then is one statement however many
 * pictures it has, and the whole share of the home page is one round trip (`home/home.controller.ts`).
 */

/**
 * The picture of a LEFT JOIN, or null. Pictures of this service are published from the start: an admin uploaded them. One
 * that came back from the trash counts as being in work until its objects are back in their public place, too.
 */
const picture = (alias: string) => {
  const away = `${alias}.state = 'ready' AND NOT ${alias}.published`;
  return `
  CASE WHEN ${alias}.id IS NOT NULL THEN json_build_object(
    'state', CASE WHEN ${away} THEN 'processing' ELSE ${alias}.state END,
    'width', CASE WHEN ${away} THEN 0 ELSE ${alias}.width END,
    'height', CASE WHEN ${away} THEN 0 ELSE ${alias}.height END,
    'sizes', CASE WHEN ${away} THEN '[]'::jsonb ELSE ${alias}.sizes END,
    'placeholder', ${alias}.placeholder, 'rejectedBecause', ${alias}.rejected_because, 'duplicateOf', '[]'::json) END`;
};

/** Absent fields are left out, as the messages' types say. */
const message = (fields: string) => `json_strip_nulls(json_build_object(${fields}))`;

/** `content.v1.Post` of `posts`. */
export const postMessage = message(`
  'id', post.id, 'title', post.title, 'description', post.description, 'url', post.url,
  'createdAt', ${utcText('post.created_at')}, 'updatedAt', ${utcText('post.updated_at')}, 'version', post.version,
  'cover', ${picture('cover')}`);
export const posts = 'posts post LEFT JOIN pictures cover ON cover.id = post.cover_id';
export const livePosts = `${posts} WHERE post.deleted_at IS NULL`;
/** Served by the index `posts_newest`. */
export const newestPostsFirst = 'post.created_at DESC, post.id DESC';

/** `content.v1.TeamMember` of `team`. */
export const teamMemberMessage = message(`
  'id', member.id, 'name', member.name, 'designation', member.designation, 'version', member.version,
  'portrait', ${picture('portrait')}`);
export const team = 'team_members member LEFT JOIN pictures portrait ON portrait.id = member.portrait_id';
export const liveTeam = `${team} WHERE member.deleted_at IS NULL`;
export const oldestMembersFirst = 'member.created_at, member.id';

/** `content.v1.Faq` of `faqs`. */
export const faqMessage = message(
  `'id', faq.id, 'question', faq.question, 'answer', faq.answer, 'version', faq.version`,
);
export const faqs = 'faqs faq';
export const liveFaqs = `${faqs} WHERE faq.deleted_at IS NULL`;
export const oldestFaqsFirst = 'faq.created_at, faq.id';

/** `content.v1.SiteHeader` of `headers`; of `liveHeader` one row or none. */
export const headerMessage = message(`'id', header.id, 'header', header.header, 'version', header.version`);
export const headers = 'site_headers header';
export const liveHeader = `${headers} WHERE header.deleted_at IS NULL`;

/** `content.v1.SiteLogo` of `logos`; of `liveLogo` one row or none. */
export const logoMessage = message(`'id', logo.id, 'logo', ${picture('mark')}, 'version', logo.version`);
export const logos = 'site_logos logo JOIN pictures mark ON mark.id = logo.picture_id';
export const liveLogo = `${logos} WHERE logo.deleted_at IS NULL`;
