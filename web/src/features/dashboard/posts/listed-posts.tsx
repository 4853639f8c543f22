/** The dashboard's posts as cards or compact rows. */
import type { EditedPost } from '@site/proto/content/v1/posts.responses';
import { Pencil, Trash2 } from 'lucide-react';
import { useId } from 'react';
import { cardGridClassName, ItemActions } from '@/dashboard-kit/list/paged-list.js';
import type { Selection } from '@/dashboard-kit/list/selection.js';
import * as dashboardStrings from '@/strings/dashboard-strings.js';
import { IconButton } from '@/ui/button.js';
import { classNames } from '@/ui/class-names.js';
import { EditedCard, EditedWhen, resolveDisplayText, StatusBadge } from './editable-post-card.js';

interface ListedPostsProps {
  posts: EditedPost[];
  isCompact: boolean;
  selection: Selection<EditedPost>;
  onEdit: (post: EditedPost) => void;
  onDelete: (post: EditedPost) => void;
}

export function ListedPosts({ posts, isCompact, ...rest }: ListedPostsProps) {
  const Item = isCompact ? PostRow : PostCard;
  return (
    <ul className={isCompact ? 'card divide-y divide-line px-2 md:px-4' : cardGridClassName}>
      {posts.map((post) => (
        <Item key={post.id} post={post} {...rest} />
      ))}
    </ul>
  );
}

type ItemProps = Omit<ListedPostsProps, 'posts' | 'isCompact'> & { post: EditedPost };

function PostCard({ post, selection, onEdit, onDelete }: ItemProps) {
  const nameId = useId();
  return (
    <li className={classNames('card relative flex flex-col overflow-hidden', selection.has(post) && 'ring-2 ring-sky')}>
      <EditedCard post={post} nameId={nameId} />
      <SelectBox
        post={post}
        selection={selection}
        className="absolute top-2 left-2 rounded-full bg-surface ring-1 ring-edge ring-inset"
      />
      <ItemActions
        describedBy={nameId}
        onDelete={() => onDelete(post)}
        onEdit={() => onEdit(post)}
        className="mt-auto p-4"
      />
    </li>
  );
}

function PostRow({ post, selection, onEdit, onDelete }: ItemProps) {
  const nameId = useId();
  const { title } = resolveDisplayText(post);
  return (
    <li className="flex items-center gap-2 py-1.5">
      <SelectBox post={post} selection={selection} />
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-4 gap-y-1 py-1">
        <h2 id={nameId} dir="auto" className="line-clamp-2 min-w-0 flex-1 basis-56 text-base wrap-anywhere">
          {title}
        </h2>
        <StatusBadge post={post} />
        <p className="flex w-full flex-wrap gap-x-3 text-sm wrap-anywhere text-ink-soft lg:w-80">
          <EditedWhen post={post} />
          {post.tags.length > 0 && <span>{post.tags.join(', ')}</span>}
        </p>
      </div>
      <IconButton label={dashboardStrings.edit} aria-describedby={nameId} onClick={() => onEdit(post)}>
        <Pencil aria-hidden="true" size={18} />
      </IconButton>
      <IconButton label={dashboardStrings.deleteAction} aria-describedby={nameId} onClick={() => onDelete(post)}>
        <Trash2 aria-hidden="true" size={18} />
      </IconButton>
    </li>
  );
}

interface SelectBoxProps {
  post: EditedPost;
  selection: Selection<EditedPost>;
  className?: string;
}

function SelectBox({ post, selection, className }: SelectBoxProps) {
  return (
    <label className={classNames('flex size-11 shrink-0 items-center justify-center', className)}>
      <input
        type="checkbox"
        checked={selection.has(post)}
        onChange={() => selection.toggle(post)}
        aria-label={`Select “${resolveDisplayText(post).title}”`}
        className="size-5 accent-sky"
      />
    </label>
  );
}
