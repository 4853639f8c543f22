/** Actions on several selected posts. */
import { kinds } from '@site/domain/kinds';
import { canonicalLine } from '@site/domain/canonical-text';
import type { EditedPost } from '@site/proto/content/v1/posts.responses';
import { type PostStatus, postLengths } from '@site/proto/content/v1/posts.schema';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { serverMessageOf } from '@/api/admin.js';
import { FailureText } from '@/dashboard-kit/action-dialog.js';
import { deleteItem } from '@/dashboard-kit/editor/resource.js';
import { reloadChanged } from '@/dashboard-kit/list/queries.js';
import { runEach } from '@/dashboard-kit/list/run-each.js';
import { type Selection, SelectionBar } from '@/dashboard-kit/list/selection.js';
import { useUndoToast } from '@/dashboard-kit/list/delete-with-undo.js';
import { Button } from '@/ui/button.js';
import { ConfirmDialog } from '@/ui/dialogs/confirm-dialog.js';
import { amount } from '@/ui/number-format.js';
import { TextField } from '@/ui/forms/form-fields.js';
import { SubmissionKeys } from '@/ui/forms/submission-keys.js';
import { useToast } from '@/ui/toast.js';
import { CampaignWarning } from './campaign-warning.js';
import { resolveDisplayText } from './editable-post-card.js';
import { addTag, publishPost } from './editor/editor-api.js';

interface Action {
  verb: string;
  /** Past tense. */
  done: string;
  note?: string;
  destructive?: boolean;
  concerns: (post: EditedPost) => boolean;
  act: (post: EditedPost, tag: string) => Promise<unknown>;
}

const setStatus = (status: PostStatus) => (post: EditedPost) => {
  const decision = { revision: post.revision, status, publish_at: '', send_newsletter: false };
  return publishPost(post.id, decision, new SubmissionKeys().headersFor(decision));
};
const isPublic = ({ status }: EditedPost) => status === 'published' || status === 'unlisted';

const actions = {
  tag: {
    verb: 'Tag',
    done: 'tagged',
    note: 'A post with unpublished changes gets the tag on the site when you publish it.',
    concerns: () => true,
    act: addTag,
  },
  unlist: {
    verb: 'Unlist',
    done: 'unlisted',
    note: 'Only people with the link can read them then. Unpublished changes are published.',
    concerns: ({ status }) => status === 'published',
    act: setStatus('unlisted'),
  },
  delete: {
    verb: 'Delete',
    done: 'deleted',
    note: 'They disappear from the site. They can be restored for 30 days.',
    destructive: true,
    concerns: () => true,
    act: ({ id }) => deleteItem('/admin/main/post', id),
  },
  publish: {
    verb: 'Publish',
    done: 'published',
    note: 'Readers see them within seconds. No newsletter is sent, not even a scheduled one.',
    concerns: (post) => post.status !== 'published' || post.has_changes,
    act: setStatus('published'),
  },
} satisfies Record<string, Action>;

export type BulkAction = keyof typeof actions;
const actionNames = Object.keys(actions) as BulkAction[];

interface PostBulkBarProps {
  selection: Selection<EditedPost>;
  posts: EditedPost[];
  onOpenDialog: (action: BulkAction) => void;
}

export function PostBulkBar({ selection, posts, onOpenDialog }: PostBulkBarProps) {
  return (
    <SelectionBar nouns={['post', 'posts']} selection={selection} items={posts}>
      {actionNames.map((name) => {
        const { verb, concerns }: Action = actions[name];
        const count = selection.selected.filter(concerns).length;
        return (
          <Button
            key={name}
            tone={name === 'publish' ? 'primary' : 'secondary'}
            aria-disabled={count === 0 || undefined}
            onClick={() => count > 0 && onOpenDialog(name)}
          >
            {verb} {count}
          </Button>
        );
      })}
    </SelectionBar>
  );
}

interface PostBulkDialogProps {
  name: BulkAction;
  selected: EditedPost[];
  onDone: (done: EditedPost[]) => void;
  onClose: () => void;
  returnFocusTo: () => HTMLElement | null;
}

/** Carries out an action for each post. If some fail, it says why for each, and can be repeated for those. */
export function PostBulkDialog({ name, selected, onDone, onClose, returnFocusTo }: PostBulkDialogProps) {
  const client = useQueryClient();
  const showToast = useToast();
  const showUndo = useUndoToast();
  const { verb, done: past, note, destructive, concerns, act }: Action = actions[name];
  const [posts, setPosts] = useState(() => selected.filter(concerns));
  const [tag, setTag] = useState('');
  const [formError, setFormError] = useState<string>();
  const [finished, setFinished] = useState(0);
  const running = useMutation({
    mutationFn: (word: string) => {
      setFinished(0);
      return runEach(posts, (post) => act(post, word), { onProgress: setFinished });
    },
    onSuccess: ({ done, failed }) => {
      onDone(done);
      setPosts(failed.map(({ item }) => item));
      if (done.length > 0) {
        const message = `${amount(done.length, 'post', 'posts')} ${past}.`;
        if (name === 'delete') showUndo(message, ...done.map(({ id }) => ({ type: 'post', id })));
        else showToast(message);
      }
      if (failed.length === 0) onClose();
    },
    onSettled: () => reloadChanged(client, kinds.post.list),
  });
  const failed = running.data?.failed ?? [];

  function confirm() {
    const word = canonicalLine(tag);
    const missing = name === 'tag' && !word ? 'Tag is required' : undefined;
    setFormError(missing);
    if (!missing && !running.isPending) running.mutate(word);
  }

  return (
    <ConfirmDialog
      open
      title={`${verb} ${amount(posts.length, 'Post', 'Posts')}?`}
      text={note}
      confirmLabel={failed.length > 0 ? 'Try again' : `Yes, ${verb}`}
      busyLabel={`${finished} of ${posts.length}…`}
      busy={running.isPending}
      error={
        running.isError ? (
          <FailureText text="Not all posts could be changed." error={running.error} />
        ) : (
          failed.length > 0 && (
            <>
              <p>
                {amount(failed.length, 'post', 'posts')} couldn’t be {past}.
              </p>
              <ul className="mt-1 list-disc pl-5 wrap-anywhere">
                {failed.map(({ item, error }) => (
                  <li key={item.id}>
                    “{resolveDisplayText(item).title}”: {serverMessageOf(error) ?? 'Try again.'}
                  </li>
                ))}
              </ul>
            </>
          )
        )
      }
      destructive={destructive}
      onConfirm={confirm}
      onCancel={onClose}
      returnFocusTo={returnFocusTo}
    >
      {name === 'tag' && (
        <TextField
          label="Tag"
          className="mb-4"
          data-autofocus=""
          maxLength={postLengths.tag}
          value={tag}
          error={formError}
          autoComplete="off"
          onChange={(event) => setTag(event.target.value)}
        />
      )}
      {failed.length === 0 && (
        <ul className="max-h-60 list-disc space-y-2 overflow-y-auto pl-5 wrap-anywhere">
          {posts.map((post) => (
            <li key={post.id}>
              <bdi>{resolveDisplayText(post).title}</bdi>
              {(name === 'delete' || name === 'unlist') && isPublic(post) && <CampaignWarning postId={post.id} />}
            </li>
          ))}
        </ul>
      )}
    </ConfirmDialog>
  );
}
