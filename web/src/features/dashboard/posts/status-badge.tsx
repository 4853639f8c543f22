import type { EditedPost } from '@site/proto/content/v1/posts.answers';
import { fullDateTime } from '../../../domain/time/times.js';

type Shown = Pick<EditedPost, 'status' | 'publish_at' | 'has_changes' | 'newsletter_cleared_at'>;

/** Returns the status of a post in words. */
export function statusWords({ status, publish_at: at }: Pick<Shown, 'status' | 'publish_at'>): string {
  if (status === 'scheduled') return at ? `Scheduled for ${fullDateTime(Date.parse(at))}` : 'Scheduled';
  return { draft: 'Draft', published: 'Published', unlisted: 'Unlisted' }[status];
}

const looks: Record<EditedPost['status'], string> = {
  draft: 'bg-surface-raised',
  scheduled: 'bg-sky-soft',
  published: 'bg-ozark-soft',
  unlisted: 'bg-surface-raised',
};

const badge = 'rounded-lg px-3 py-0.5 text-sm font-semibold text-ink';

/** The status of a post, and whether it has unpublished changes. */
export function StatusBadge({ post }: { post: Shown }) {
  const isPublic = post.status === 'published' || post.status === 'unlisted';
  return (
    <span className="flex flex-wrap gap-1.5">
      <span className={`${badge} ${looks[post.status]}`}>{statusWords(post)}</span>
      {isPublic && post.has_changes && <span className={`${badge} bg-severe-soft`}>Unpublished changes</span>}
      {post.status === 'scheduled' && post.newsletter_cleared_at && (
        <span className={`${badge} bg-severe-soft`}>Newsletter turned off</span>
      )}
    </span>
  );
}
