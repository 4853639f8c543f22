import { maxLength } from '@site/proto/fields';
import { AdminPicture } from '../../../dashboard-kit/admin-picture.js';
import { EditorDialog } from '../../../dashboard-kit/editor/editor-dialog.js';
import {
  EditorPicture,
  EditorText,
  EditorTextArea,
  StoredPicture,
} from '../../../dashboard-kit/editor/editor-fields.js';
import { useEditor } from '../../../dashboard-kit/editor/editor.js';
import { photoHint, photoTypes } from '../../../dashboard-kit/editor/picture-types.js';
import { strings } from '../../../strings.js';
import { checkPost, loadPost, savePost, storedPost, type AdminPost } from './posts.js';

interface PostEditorProps {
  /** Absent for a new one. */
  post?: AdminPost;
  onSaved: (post: AdminPost) => void;
  onClose: () => void;
}

export function PostEditor({ post, onSaved, onClose }: PostEditorProps) {
  const editor = useEditor({
    name: `post.${post?.id ?? 'new'}`,
    stored: storedPost(post),
    check: checkPost,
    save: (values, call) => savePost(post, values, call),
    loadLatest: post && (() => loadPost(post.id)),
    onSaved: ({ data }) => onSaved(data),
    failure: post ? 'The post could not be updated.' : 'The post could not be created.',
  });
  return (
    <EditorDialog
      editor={editor}
      title={post ? strings.editBlogPost : strings.createBlogPost}
      submitLabel={post ? strings.update : strings.create}
      busyLabel={post ? strings.updating : strings.creating}
      onClose={onClose}
    >
      <EditorPicture
        editor={editor}
        field="image"
        label={strings.coverImage}
        hint={`${photoHint} Wide pictures look best; without one, a drawn sky is shown.`}
        noun="picture"
        accept={photoTypes}
        required={false}
        stored={
          post && (
            <StoredPicture>
              <AdminPicture
                picture={post.picture}
                src={post.image}
                alt="The present cover"
                cssPixels={560}
                className="size-full"
              />
            </StoredPicture>
          )
        }
      />
      <EditorText
        editor={editor}
        field="title"
        label={strings.blogTitle}
        required
        maxLength={maxLength.title}
        autoComplete="off"
        data-autofocus=""
      />
      <EditorText
        editor={editor}
        field="url"
        label={strings.url}
        hint="Optional. A page elsewhere where readers find more."
        type="url"
        inputMode="url"
        autoComplete="off"
        maxLength={maxLength.url}
        placeholder="https://example.com"
      />
      <EditorTextArea
        editor={editor}
        field="description"
        label={strings.description}
        hint="Leave an empty line between paragraphs."
        required
        rows={10}
        maxLength={maxLength.description}
      />
    </EditorDialog>
  );
}
