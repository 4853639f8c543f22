/** The post editor's panel of details: excerpt, address, author, tags and cover image. */
import { canonicalLine } from '@site/domain/canonical-text';
import { excerptOf } from '@site/domain/content/rich-text';
import { hasOtherLetters, slugOf } from '@site/domain/content/slug';
import type { MediaItem } from '@site/proto/content/v1/media.responses';
import type { EditedPost } from '@site/proto/content/v1/posts.responses';
import { postLengths } from '@site/proto/content/v1/posts.schema';
import { X } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import * as dashboardStrings from '@/strings/dashboard-strings.js';
import { AdminImage } from '@/dashboard-kit/admin-image.js';
import { MediaPicker } from '@/dashboard-kit/media/media-picker.js';
import { PostImage } from '@/components/content/post-card.js';
import { Button } from '@/ui/button.js';
import { FieldError, TextAreaField, TextField } from '@/ui/forms/form-fields.js';
import { useUntilRelease } from '@/ui/forms/pointer-press.js';
import { fieldIds } from './field-ids.js';
import type { PostEditor } from './use-post-editor.js';
import { extractDocumentText } from './post-values.js';
import { Section } from '@/ui/page-section.js';

export function DetailsPanel({ editor, post }: { editor: PostEditor; post: EditedPost }) {
  const { values, change, faults } = editor;
  const { excerpt: maxExcerptLength } = postLengths;
  // The server has the tables for other alphabets.
  const generatedSlug = post.slug || (hasOtherLetters(values.title) ? '' : slugOf(values.title));
  const address = values.slug.trim() || generatedSlug;
  return (
    <Section title="Details" headingClassName="text-lg" className="card space-y-5 p-5">
      <CoverField
        post={post}
        mediaId={values.cover_media_id}
        media={editor.media}
        error={faults['cover_media_id']}
        onChange={(item) => {
          if (item) editor.addMedia(item);
          change({ cover_media_id: item?.id ?? '' });
        }}
      />
      <TextAreaField
        label="Excerpt"
        dir="auto"
        hint={`Shown in lists and emails. ${values.excerpt.length} of ${maxExcerptLength} characters.`}
        placeholder={excerptOf(extractDocumentText(values.document))}
        rows={3}
        value={values.excerpt}
        error={faults['excerpt']}
        onChange={(event) => change({ excerpt: event.target.value })}
      />
      <TextField
        id={fieldIds.slug}
        label="Address"
        hint={
          address ? (
            <span className="wrap-anywhere">/blog/{address}</span>
          ) : (
            'We write the title in Latin letters when you publish the post.'
          )
        }
        placeholder={generatedSlug}
        value={values.slug}
        error={faults['slug']}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => change({ slug: event.target.value })}
        onBlur={() => values.slug.trim() && !hasOtherLetters(values.slug) && change({ slug: slugOf(values.slug) })}
      />
      <TextField
        label="Author"
        dir="auto"
        value={values.author}
        error={faults['author']}
        autoComplete="off"
        onChange={(event) => change({ author: event.target.value })}
      />
      <TagsField tags={values.tags} error={faults['tags']} onChange={(tags) => change({ tags })} />
      <TextField
        label={dashboardStrings.url}
        hint="Optional. A page on another site with more information."
        placeholder="https://example.com"
        inputMode="url"
        value={values.url}
        error={faults['url']}
        autoComplete="off"
        onChange={(event) => change({ url: event.target.value })}
      />
    </Section>
  );
}

interface CoverFieldProps {
  post: EditedPost;
  mediaId: string;
  media: ReadonlyMap<string, MediaItem>;
  error: string | undefined;
  onChange: (item: MediaItem | undefined) => void;
}

function CoverField({ post, mediaId, media, error, onChange }: CoverFieldProps) {
  const id = useId();
  const [picking, setPicking] = useState(false);
  const chooser = useRef<HTMLButtonElement>(null);
  const item = media.get(mediaId);
  return (
    <div id={fieldIds.cover} tabIndex={-1} role="group" aria-labelledby={id} aria-describedby={`${id}-error`}>
      <p id={id} className="font-semibold">
        {dashboardStrings.coverImage}
      </p>
      <span className="relative mt-1.5 block aspect-16/9 overflow-hidden rounded-md bg-surface-raised">
        <span className="absolute inset-0">
          {mediaId ? (
            <AdminImage
              image={item?.picture ?? null}
              src={null}
              alt={item?.alt || 'Current cover'}
              cssPixels={400}
              fit="cover"
              className="size-full"
            />
          ) : (
            <PostImage post={{ ...post, picture: null, image: null }} sizes="400px" />
          )}
        </span>
      </span>
      <p className="mt-1 text-sm text-ink-soft">
        {mediaId
          ? (item?.credit && `Credit: ${item.credit}`) || item?.name
          : 'Without a picture, an illustrated sky is shown.'}
      </p>
      <div className="mt-2 flex flex-wrap gap-2">
        <Button ref={chooser} tone="secondary" size="small" onClick={() => setPicking(true)}>
          {mediaId ? 'Choose another' : 'Choose a picture'}
        </Button>
        {mediaId && (
          <Button
            tone="quiet"
            size="small"
            onClick={() => {
              onChange(undefined);
              chooser.current?.focus();
            }}
          >
            Remove picture
          </Button>
        )}
      </div>
      <FieldError id={`${id}-error`}>{error}</FieldError>
      <MediaPicker
        open={picking}
        title={dashboardStrings.coverImage}
        onSelect={(selected) => {
          setPicking(false);
          onChange(selected);
        }}
        onClose={() => setPicking(false)}
        returnFocusTo={() => chooser.current}
      />
    </div>
  );
}

interface TagsFieldProps {
  tags: string[];
  error: string | undefined;
  onChange: (tags: string[]) => void;
}

/** A comma or Enter ends a tag; Backspace removes the last one. */
function TagsField({ tags, error, onChange }: TagsFieldProps) {
  const [typed, setTyped] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<string>();
  // Leaving the input adds a tag, which would move a control that is being pressed.
  const visibleTags = useUntilRelease(tags);

  function take(text: string) {
    const entered = text.split(',').map(canonicalLine).filter(Boolean);
    const existing = new Set(tags.map((tag) => tag.toLowerCase()));
    const fresh = entered.filter((tag) => !existing.has(tag.toLowerCase()) && existing.add(tag.toLowerCase()));
    const { tag: maxTagLength, tags: maxTags } = postLengths;
    if (fresh.some((tag) => tag.length > maxTagLength))
      return setProblem(`A tag can have at most ${maxTagLength} characters`);
    if (tags.length + fresh.length > maxTags) return setProblem(`A post can have at most ${maxTags} tags`);
    setProblem(undefined);
    setTyped('');
    if (fresh.length > 0) onChange([...tags, ...fresh]);
  }

  return (
    <div>
      <TextField
        ref={input}
        label="Tags"
        hint="Press Enter or type a comma to add a tag."
        value={typed}
        error={problem ?? error}
        autoComplete="off"
        onChange={(event) => {
          setProblem(undefined);
          if (event.target.value.includes(',')) take(event.target.value);
          else setTyped(event.target.value);
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter') {
            event.preventDefault();
            take(typed);
          } else if (event.key === 'Backspace' && typed === '' && tags.length > 0) onChange(tags.slice(0, -1));
        }}
        onBlur={() => typed && take(typed)}
      />
      {visibleTags.length > 0 && (
        <ul aria-label="Tags of this post" className="mt-2 flex flex-wrap gap-2">
          {visibleTags.map((tag) => (
            <li
              key={tag}
              className="inline-flex min-h-8 max-w-full items-center gap-1 rounded-full bg-sky-soft pl-3 text-sm"
            >
              <span className="min-w-0 wrap-anywhere">{tag}</span>
              <button
                type="button"
                aria-label={`Remove the tag ${tag}`}
                onClick={() => {
                  onChange(tags.filter((one) => one !== tag));
                  input.current?.focus();
                }}
                className="inline-flex size-8 shrink-0 items-center justify-center rounded-full hover:bg-surface-raised"
              >
                <X aria-hidden="true" size={14} />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
