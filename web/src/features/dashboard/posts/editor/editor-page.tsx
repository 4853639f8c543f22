/** The post editor: title, text, details and publishing. */
import { lazy, useEffect, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { History } from 'lucide-react';
import type { PostEditorData } from '@site/proto/content/v1/posts.responses';
import { hasStatus } from '@/api/admin.js';
import { AdminPage } from '@/dashboard-kit/admin-page.js';
import { EmptyState } from '@/ui/lists/empty-state.js';
import { Loaded } from '@/dashboard-kit/list/paged-list.js';
import { useSession } from '@/components/session/session.js';
import * as dashboardStrings from '@/strings/dashboard-strings.js';
import { Button, ButtonLink } from '@/ui/button.js';
import { TextField } from '@/ui/forms/form-fields.js';
import { LazySection } from '@/ui/lazy-section.js';
import { Loading } from '@/ui/skeleton.js';
import { EditorBar, PublishFailure } from './save-and-publish-bar.js';
import { postEditorQuery } from './editor-api.js';
import { DetailsPanel } from './details-panel.js';
import { fieldIds } from './field-ids.js';
import { Notices } from './notices.js';
import { PreviewPanel, usePreviewing } from './preview-panel.js';
import { PublishPanel } from './publish-panel.js';
import { RevisionsDialog } from './revisions-dialog.js';
import { usePostEditor } from './use-post-editor.js';
import { usePublishing } from './use-publishing.js';

const RichTextBox = lazy(() => import('./text/rich-text-box.js').then((module) => ({ default: module.RichTextBox })));

const listPath = '/dashboard/blog';

export function PostEditorPage({ postId }: { postId: string }) {
  const session = useSession();
  const editorQuery = useQuery(postEditorQuery(postId));
  if (editorQuery.data) {
    // A different user starts over, with their own unsaved text.
    return (
      <PostEditorForm key={session?.id} loaded={editorQuery.data} userId={session?.id ?? ''} token={session?.token} />
    );
  }
  const isDeleted = hasStatus(editorQuery.error, 404);
  return (
    <AdminPage title={dashboardStrings.editBlogPost}>
      {isDeleted ? (
        <EmptyState action={<ButtonLink to={listPath}>All posts</ButtonLink>}>
          We couldn’t find this post. If it was deleted, it’s in the trash.
        </EmptyState>
      ) : (
        <Loaded
          query={editorQuery}
          failure="We couldn’t load the post. Try again."
          placeholder={<Loading label="Loading the post" count={3} each="mb-4 h-24" />}
        >
          {() => null}
        </Loaded>
      )}
    </AdminPage>
  );
}

interface PostEditorFormProps {
  loaded: PostEditorData & { sentAt: number };
  userId: string;
  token: string | undefined;
}

function PostEditorForm({ loaded, userId, token }: PostEditorFormProps) {
  const editor = usePostEditor(loaded, userId, token);
  const { post } = loaded;
  const { values, change, faults } = editor;
  const publishing = usePublishing(editor, post);
  const previewing = usePreviewing(editor);
  const [comparing, setComparing] = useState(false);
  const [saving, setSaving] = useState(false);

  async function save() {
    if (saving) return;
    setSaving(true);
    await editor.save();
    setSaving(false);
  }
  useSaveKey(() => void save());

  return (
    <AdminPage
      title={post.published_at ? dashboardStrings.editBlogPost : 'Create Blog Post'}
      action={
        <div className="flex flex-wrap gap-2">
          <ButtonLink to={listPath} tone="quiet">
            All posts
          </ButtonLink>
          <Button tone="secondary" aria-haspopup="dialog" onClick={() => setComparing(true)}>
            <History aria-hidden="true" size={18} />
            Versions
          </Button>
        </div>
      }
    >
      <PublishFailure publishing={publishing} />
      <Notices editor={editor} />
      <div className="grid gap-6 xl:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="min-w-0 space-y-5">
          <TextField
            id={fieldIds.title}
            label="Blog Title"
            dir="auto"
            value={values.title}
            error={faults['title']}
            autoComplete="off"
            onChange={(event) => change({ title: event.target.value })}
          />
          <div>
            <p aria-hidden="true" className="font-semibold">
              {dashboardStrings.description}
            </p>
            <div className="mt-1.5">
              <LazySection waiting={<Loading label="Loading the text" count={1} each="h-96" />}>
                <RichTextBox
                  id={fieldIds.document}
                  label={dashboardStrings.description}
                  document={values.document}
                  replacements={editor.replacements}
                  onChange={(document) => change({ document })}
                  media={editor.media}
                  onMedia={editor.addMedia}
                  error={faults['document']}
                />
              </LazySection>
            </div>
          </div>
        </div>
        <div className="min-w-0 space-y-6">
          <PublishPanel post={post} publishing={publishing} />
          <PreviewPanel post={post} previewing={previewing} />
          <DetailsPanel editor={editor} post={post} />
        </div>
      </div>
      <EditorBar
        editor={editor}
        post={post}
        publishing={publishing}
        previewing={previewing}
        isSaving={saving}
        onSave={() => void save()}
      />
      {comparing && (
        <RevisionsDialog
          postId={editor.id}
          values={values}
          onRestore={(older) => {
            setComparing(false);
            editor.replace(older);
          }}
          onClose={() => setComparing(false)}
        />
      )}
    </AdminPage>
  );
}

/** Makes Ctrl+S save the post instead of the page. */
function useSaveKey(save: () => void) {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey)
        return;
      event.preventDefault();
      save();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [save]);
}
