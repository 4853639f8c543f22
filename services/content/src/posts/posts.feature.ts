/** Posts as a feature: rpcs, tables, and retention of revisions and previews. */
import type { RetentionRule } from '@site/platform/lifecycle/retention';
import type { ContentFeature } from '../kinds/content-feature.js';
import { isEmptyDraft } from './empty-drafts.js';
import { PostPreview, PostRevision, PostSlug } from './post.entity.js';
import { postKind } from './post.kind.js';
import { PostsController } from './posts.controller.js';
import { PostSchedule } from './schedule.js';

export { Post } from './post.entity.js';
export { postKind, withExcerpt } from './post.kind.js';

export const posts: ContentFeature = {
  kinds: [postKind],
  controller: PostsController,
  entities: [PostSlug, PostRevision, PostPreview],
  providers: [PostSchedule],
};

/** Per post, besides those that the newsletter sends. */
const maxRevisions = 100;

/** Revisions and previews expire before their post. */
export const postEditingRetention: RetentionRule[] = [
  {
    table: 'post_revisions',
    when: `number = 0 AND created_at < now() - interval '30 days'
      OR number > 0 AND number <= (SELECT max(later.number) FROM post_revisions later
        WHERE later.post_id = post_revisions.post_id) - ${maxRevisions} AND newsletter_media IS NULL`,
    passing: true,
  },
  { table: 'posts', when: `created_at < now() - interval '1 day' AND ${isEmptyDraft('posts')}`, passing: true },
  { table: 'post_previews', key: 'hash', when: 'expires_at < now()', passing: true },
];
