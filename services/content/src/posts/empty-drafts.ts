/** Drafts that were opened and left: no version or autosave of them has content. The author is filled in for them. */

const block = '$.document.content[*] ? (@.type != "paragraph" || exists(@.content[*]))';

const hasContent = `concat(values->>'title', values->>'excerpt', values->>'url', values->>'coverMediaId') <> ''
  OR values->'tags' <> '[]' OR jsonb_path_exists(values, '${block}')`;

/** Returns an SQL condition for a row of `posts`. */
export const isEmptyDraft = (post: string) => `(${post}.status = 'draft' AND ${post}.published_at IS NULL
  AND ${post}.title = '' AND NOT EXISTS (SELECT FROM post_revisions WHERE post_id = ${post}.id AND (${hasContent})))`;
