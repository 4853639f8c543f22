import { ExternalLink } from 'lucide-react';
import { useId } from 'react';
import { AdminPicture } from '../../../dashboard-kit/admin-picture.js';
import { ItemActions } from '../../../dashboard-kit/list/item-actions.js';
import { cutCharacters } from '../../../ui/cut-characters.js';
import { PostImage } from '../../../domain/content/post-card.js';
import { useNow } from '../../../domain/time/clock.js';
import { fullDateTime, relativeTime } from '../../../domain/time/times.js';
import { ADMIN_POST_CHARACTERS } from '../../../constants.js';
import { publicAddressOf, type AdminPost } from './posts.js';

/** About how wide a card's picture is, in CSS pixels. */
const cardPixels = 400;

interface PostCardProps {
  post: AdminPost;
  onEdit: () => void;
  onDelete: () => void;
}

/** A post in brief, with what can be done to it. */
export function PostCard({ post, onEdit, onDelete }: PostCardProps) {
  const titleId = useId();
  const now = useNow();
  const isEdited = post.updated_at !== post.created_at && post.version > 1;
  const [word, time] = isEdited ? ['Edited', post.updated_at] : ['Published', post.created_at];
  return (
    <li className="card flex flex-col overflow-hidden">
      <span className="relative block aspect-16/9 overflow-hidden bg-surface-raised">
        <span className="absolute inset-0">
          <AdminPicture
            picture={post.picture}
            src={post.image}
            alt=""
            cssPixels={cardPixels}
            fit="cover"
            className="size-full"
            fallback={<PostImage post={post} sizes={`${cardPixels}px`} />}
          />
        </span>
      </span>
      <div className="flex flex-1 flex-col p-4">
        <h2 id={titleId} className="line-clamp-2 text-lg break-words">
          {post.title}
        </h2>
        <p className="mt-1 flex-1 break-words text-ink-soft">
          {cutCharacters(post.description, ADMIN_POST_CHARACTERS)}
        </p>
        <p className="mt-3 flex flex-wrap items-center justify-between gap-x-4 text-sm text-ink-soft">
          <span>
            {word}{' '}
            <time dateTime={time} title={fullDateTime(Date.parse(time))}>
              {relativeTime(Date.parse(time), now).replace('Just', 'just')}
            </time>
          </span>
          <a
            href={publicAddressOf(post)}
            target="_blank"
            rel="noopener"
            aria-describedby={titleId}
            className="text-link inline-flex min-h-6 items-center gap-1.5"
          >
            View on the site
            <ExternalLink aria-hidden="true" size={14} />
            <span className="sr-only"> (opens in a new tab)</span>
          </a>
        </p>
      </div>
      <ItemActions describedBy={titleId} onDelete={onDelete} onEdit={onEdit} className="p-4 pt-0" />
    </li>
  );
}
