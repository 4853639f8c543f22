/** State of the post editor's Publish panel. */
import type { EditedPost } from '@site/proto/content/v1/posts.responses';
import type { PostStatus } from '@site/proto/content/v1/posts.schema';
import { kinds } from '@site/domain/kinds';
import { may } from '@site/domain/roles';
import { stateLocalTime } from '@site/regions/state-time';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { ApiError } from '@/api/api.js';
import { reloadChanged } from '@/dashboard-kit/list/queries.js';
import { useSession } from '@/components/session/session.js';
import { describePlannedTime } from '@/components/time/scheduled-time.js';
import { fullDateTime } from '@/components/time/times.js';
import { SubmissionKeys } from '@/ui/forms/submission-keys.js';
import { useToast } from '@/ui/toast.js';
import { faultsOf, publishPost } from './editor-api.js';
import { fieldIds } from './field-ids.js';
import type { PostEditor } from './use-post-editor.js';

export type Publishing = ReturnType<typeof usePublishing>;

interface PublishOptions {
  status: PostStatus;
  /** Local time in the state; used for "scheduled". */
  time: string;
  withMail: boolean;
}

const toPublishOptions = ({ status, publish_at: at, send_newsletter: withMail }: EditedPost): PublishOptions => ({
  status: status === 'draft' ? 'published' : status,
  time: at ? stateLocalTime(new Date(at)) : '',
  withMail,
});

/** Who will see the post, and when. The Publish panel has the choices, the bar below the text the button. */
export function usePublishing(editor: PostEditor, post: EditedPost) {
  const session = useSession();
  const client = useQueryClient();
  const showToast = useToast();
  const formId = useId();
  const [keys] = useState(() => new SubmissionKeys());
  const [selected, setSelected] = useState<Partial<PublishOptions>>({});
  const [timeError, setTimeError] = useState<string>();
  const options = { ...toPublishOptions(post), ...selected };
  const { status, time, withMail } = options;
  const maySend = may(session?.type ?? '', 'send');
  const asksForMail = maySend && (status === 'published' || status === 'scheduled');

  const publishing = useMutation({
    mutationFn: async (newStatus: PostStatus) => {
      const revision = await editor.savedRevision();
      if (revision === undefined) throw new Error('We couldn’t save your text first. Check the marked fields.');
      const input = {
        revision,
        status: newStatus,
        publish_at: newStatus === 'scheduled' ? time : '',
        send_newsletter: asksForMail && withMail,
      };
      return publishPost(editor.id, input, keys.headersFor(input));
    },
    onSuccess: (done) => {
      keys.renew();
      setSelected({});
      editor.setFaults({});
      editor.published(done);
      showToast(formatPublished(done));
      reloadChanged(client, kinds.post.list);
    },
    onError: (error) => {
      if (!(error instanceof ApiError)) return;
      const { publish_at: publishAtError, ...faults } = faultsOf(error);
      editor.setFaults(faults);
      setTimeError(publishAtError);
      if (error.status === 409) editor.meet();
    },
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    const timeCheck = status === 'scheduled' ? describePlannedTime(time, Date.now()) : undefined;
    const publishAtError = timeCheck && 'problem' in timeCheck ? timeCheck.problem : undefined;
    setTimeError(publishAtError);
    if (publishAtError) document.getElementById(fieldIds.publishAt)?.focus();
    else if (!publishing.isPending) publishing.mutate(status);
  }

  return {
    ...options,
    change: (part: Partial<PublishOptions>) => {
      setSelected((now) => ({ ...now, ...part }));
      if ('time' in part) setTimeError(undefined);
    },
    maySend,
    asksForMail,
    formId,
    timeError,
    submit,
    isPending: publishing.isPending,
    error: publishing.error,
    /** The status that the failed attempt asked for. */
    attempted: publishing.variables,
  };
}

function formatPublished({ status, title, publish_at: at }: EditedPost): string {
  if (status === 'scheduled' && at) return `“${title}” will be published on ${fullDateTime(Date.parse(at))}.`;
  if (status === 'draft') return `“${title}” is now a draft.`;
  return `Published “${title}”.`;
}
