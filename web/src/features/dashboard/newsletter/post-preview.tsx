import type { Post } from '@site/proto/content/v1/posts.answers';
import { cutWords } from '../../../ui/cut-words.js';
import { PostImage } from '../../../domain/content/post-card.js';

/** As much as a mail shows before its link to the whole post. */
const previewWords = 60;

/** What the readers will get, in brief. */
export function PostPreview({ post }: { post: Post }) {
  return (
    <article aria-label="Preview" className="overflow-hidden rounded-md ring-1 ring-line ring-inset">
      <p className="border-b border-line px-4 py-2.5 text-sm">
        <span className="text-ink-soft">Subject</span> <span className="font-semibold break-words">{post.title}</span>
      </p>
      <span className="relative block aspect-16/9 overflow-hidden">
        <PostImage post={post} sizes="(min-width: 640px) 552px, 100vw" />
      </span>
      <div className="p-4">
        <h3 className="text-lg break-words">{post.title}</h3>
        <p className="mt-2 break-words whitespace-pre-line text-ink-soft">{cutWords(post.description, previewWords)}</p>
      </div>
    </article>
  );
}
