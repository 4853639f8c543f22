/** The post editor's bar: state, saving, preview and publishing. */
import type { EditedPost } from '@site/proto/content/v1/posts.responses';
import type { PostStatus } from '@site/proto/content/v1/posts.schema';
import { Eye } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { ApiError } from '@/api/api.js';
import { BottomBar } from '@/dashboard-kit/bottom-bar.js';
import { Banner } from '@/ui/banner.js';
import { Button } from '@/ui/button.js';
import { statusLabels } from '../editable-post-card.js';
import { fieldIds } from './field-ids.js';
import { SaveStatus } from './notices.js';
import type { Previewing } from './preview-panel.js';
import type { PostEditor } from './use-post-editor.js';
import type { Publishing } from './use-publishing.js';

interface EditorBarProps {
  editor: PostEditor;
  post: EditedPost;
  publishing: Publishing;
  previewing: Previewing;
  isSaving: boolean;
  onSave: () => void;
}

const buttonLabels: Record<PostStatus, string> = {
  published: 'Publish',
  scheduled: 'Schedule',
  unlisted: 'Publish unlisted',
  draft: 'Unpublish',
};

/** With large text on a phone, the buttons still fit one line. */
const narrow = '@max-[12rem]:min-h-9 @max-[12rem]:px-2 @max-[12rem]:text-sm';

/** Shows the post's state and saves, previews and publishes it, however far the text is scrolled. */
export function EditorBar({ editor, post, publishing, previewing, isSaving, onSave }: EditorBarProps) {
  const { status, isPending, formId } = publishing;
  const isUpdate = status === post.status && (status === 'published' || status === 'unlisted');
  return (
    <BottomBar label="Save and publish" className="@container text-sm max-sm:p-2">
      <div className="flex min-w-0 flex-1 basis-40 flex-wrap items-baseline gap-x-2">
        <p className="font-semibold">{statusLabels[post.status]}</p>
        <SaveStatus saveState={editor.saveState} isUnsaved={editor.isUnsaved} />
      </div>
      <div className="flex flex-wrap gap-2 @max-[12rem]:gap-1">
        <Button
          tone="quiet"
          className={`px-3.5 ${narrow}`}
          onClick={previewing.open}
          busyLabel={previewing.making.isPending && 'Preparing…'}
        >
          <Eye aria-hidden="true" size={18} className="@min-[12rem]:@max-[22rem]:hidden" />
          <span className="@max-[12rem]:sr-only">Preview</span>
        </Button>
        <Button
          tone="secondary"
          className={narrow}
          onClick={onSave}
          busyLabel={isSaving && 'Saving…'}
          aria-keyshortcuts="Control+S"
        >
          Save
        </Button>
        <Button
          type="submit"
          form={formId}
          className={narrow}
          busyLabel={isPending && (status === 'draft' ? 'Unpublishing…' : isUpdate ? 'Updating…' : 'Publishing…')}
        >
          {isUpdate ? 'Update' : buttonLabels[status]}
        </Button>
      </div>
    </BottomBar>
  );
}

/** Labels and ids of the fields that an error can link to. */
const fieldLinks: Record<string, { label: string; id: string }> = {
  title: { label: 'Blog Title', id: fieldIds.title },
  document: { label: 'Description', id: fieldIds.document },
  slug: { label: 'Address', id: fieldIds.slug },
  cover_media_id: { label: 'Cover Image', id: fieldIds.cover },
  publish_at: { label: 'Date and time', id: fieldIds.publishAt },
};

/** Takes the focus: the marked fields can be out of view. Each error is also shown at its field, which it links to. */
export function PublishFailure({ publishing: { error, attempted } }: { publishing: Publishing }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), [error]);
  if (!error) return null;
  const errors = error instanceof ApiError ? error.errors.filter(({ field }) => field) : [];
  return (
    <div ref={box} tabIndex={-1} className="mb-5">
      <Banner tone="error">
        <p>We couldn’t {attempted === 'draft' ? 'unpublish' : 'publish'} the post.</p>
        {errors.length > 0 ? (
          <ul className="mt-1 list-disc pl-5">
            {errors.map(({ field, message }, index) => (
              <li key={index}>
                <FieldLink field={field} />
                {message}
              </li>
            ))}
          </ul>
        ) : (
          <p>{error.message}</p>
        )}
      </Banner>
    </div>
  );
}

function FieldLink({ field = '' }: { field?: string | undefined }) {
  const link = fieldLinks[field];
  if (!link) return null;
  return (
    <>
      <a
        href={`#${link.id}`}
        className="text-link"
        onClick={(event) => {
          event.preventDefault();
          document.getElementById(link.id)?.focus();
        }}
      >
        {link.label}
      </a>
      {': '}
    </>
  );
}
