/** Element ids of the post editor's fields, for links from error messages. */
export const fieldIds = {
  title: 'post-title',
  document: 'post-document',
  slug: 'post-slug',
  cover: 'post-cover',
  publishAt: 'post-publish-at',
} as const;
