/** Parts of a post in the dashboard's lists: card, dates and status. */
import type { EditedPost } from '@site/proto/content/v1/posts.responses';
import { ADMIN_POST_CHARACTERS } from '@/constants/display-constants.js';
import { ExternalLink } from 'lucide-react';
import { Ago } from '@/dashboard-kit/facts.js';
import { CardImage, cardPixels } from '@/dashboard-kit/list/paged-list.js';
import { PostImage } from '@/components/content/post-card.js';
import { fullDateTime } from '@/components/time/times.js';
import { cutCharacters } from '@/ui/truncate.js';

export function EditedCard({ post, nameId }: { post: EditedPost; nameId: string }) {
  const { title, text } = resolveDisplayText(post);
  const isPublic = post.status === 'published' || post.status === 'unlisted';
  return (
    <>
      <CardImage
        item={post}
        alt=""
        shape="aspect-16/9"
        fallback={<PostImage post={post} sizes={`${cardPixels}px`} />}
      />
      <div className="flex flex-1 flex-col p-4 pb-0">
        <StatusBadge post={post} />
        <h2 id={nameId} dir="auto" title={title} className="mt-2 line-clamp-3 text-lg wrap-anywhere">
          {title}
        </h2>
        <p dir="auto" className="mt-1 flex-1 wrap-anywhere text-ink-soft">
          {cutCharacters(text, ADMIN_POST_CHARACTERS)}
        </p>
        <p className="mt-3 flex flex-wrap items-center justify-between gap-x-4 text-sm text-ink-soft">
          <EditedWhen post={post} />
          {isPublic && (
            <a
              href={`/blogdetail?${new URLSearchParams({ id: post.id })}`}
              target="_blank"
              rel="noopener"
              aria-describedby={nameId}
              className="text-link inline-flex min-h-6 items-center gap-1.5"
            >
              View on the site
              <ExternalLink aria-hidden="true" size={14} />
              <span className="sr-only"> (opens in a new tab)</span>
            </a>
          )}
        </p>
      </div>
    </>
  );
}

/** In place of a title. */
const maxFallbackTitleLength = 60;

/** Returns the title and text of a post, for a draft those of the newest autosave. */
export function resolveDisplayText({ status, title, description, autosaved }: EditedPost): {
  title: string;
  text: string;
} {
  const displayed = status === 'draft' && autosaved ? autosaved : { title, excerpt: description };
  return {
    title: displayed.title || cutCharacters(displayed.excerpt, maxFallbackTitleLength) || 'Untitled',
    text: displayed.excerpt,
  };
}

export function EditedWhen({ post }: { post: EditedPost }) {
  const { autosaved, edited_by: by, published_at: published, has_changes: hasChanges, updated_at: updated } = post;
  if (published && !hasChanges && !autosaved)
    return (
      <span>
        Published <Ago at={published} />
      </span>
    );
  return (
    <span>
      {autosaved ? 'Autosaved' : 'Edited'} <Ago at={autosaved?.created_at ?? updated} />
      {by && ` by ${by}`}
    </span>
  );
}

type StatusFields = Pick<EditedPost, 'status' | 'publish_at' | 'has_changes' | 'newsletter_cleared_at'>;

export const statusLabels: Record<EditedPost['status'], string> = {
  draft: 'Draft',
  scheduled: 'Scheduled',
  published: 'Published',
  unlisted: 'Unlisted',
};

const statusStyles: Record<EditedPost['status'], string> = {
  draft: 'bg-surface-raised',
  scheduled: 'bg-sky-soft',
  published: 'bg-ozark-soft',
  unlisted: 'bg-surface-raised',
};

const badge = 'rounded-lg px-3 py-0.5 text-sm font-semibold text-ink';

export function StatusBadge({ post }: { post: StatusFields }) {
  const { status, publish_at: at } = post;
  const isPublic = status === 'published' || status === 'unlisted';
  return (
    <span className="flex flex-wrap gap-1.5">
      <span className={`${badge} ${statusStyles[status]}`}>
        {statusLabels[status]}
        {status === 'scheduled' && at && ` for ${fullDateTime(Date.parse(at))}`}
      </span>
      {isPublic && post.has_changes && <span className={`${badge} bg-severe-soft`}>Unpublished changes</span>}
      {status === 'scheduled' && post.newsletter_cleared_at && (
        <span className={`${badge} bg-severe-soft`}>Newsletter turned off</span>
      )}
    </span>
  );
}
