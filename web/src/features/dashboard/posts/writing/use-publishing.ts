/** State of the post editor's Publish panel. */
import type { EditedPost } from '@site/proto/content/v1/posts.answers';
import type { PostStatus } from '@site/proto/content/v1/posts.schema';
import { kinds } from '@site/domain/kinds';
import { may } from '@site/domain/roles';
import { stateLocalTime } from '@site/state/state-time';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { ApiError } from '../../../../api/api.js';
import { reloadChanged } from '../../../../dashboard-kit/list/queries.js';
import { useSession } from '../../../../domain/session/session.js';
import { plannedTimeWords } from '../../../../domain/time/planned-time.js';
import { fullDateTime } from '../../../../domain/time/times.js';
import { SubmissionKeys } from '../../../../ui/forms/submission-keys.js';
import { useToast } from '../../../../ui/toast.js';
import { faultsOf, publishPost } from './desk-calls.js';
import type { Desk } from './use-desk.js';

export type Publishing = ReturnType<typeof usePublishing>;

interface Choice {
  status: PostStatus;
  /** Local time in the state; used for "scheduled". */
  time: string;
  withMail: boolean;
}

const choiceOf = ({ status, publish_at: at, send_newsletter: withMail }: EditedPost): Choice => ({
  status: status === 'draft' ? 'published' : status,
  time: at ? stateLocalTime(new Date(at)) : '',
  withMail,
});

/** Who will see the post, and when. The Publish panel has the choices, the bar below the text the button. */
export function usePublishing(desk: Desk, post: EditedPost) {
  const session = useSession();
  const client = useQueryClient();
  const showToast = useToast();
  const formId = useId();
  const timeId = useId();
  const [keys] = useState(() => new SubmissionKeys());
  const [chosen, setChosen] = useState<Partial<Choice>>({});
  const [timeFault, setTimeFault] = useState<string>();
  const choice = { ...choiceOf(post), ...chosen };
  const { status, time, withMail } = choice;
  const maySend = may(session?.type ?? '', 'send');
  const asksForMail = maySend && (status === 'published' || status === 'scheduled');

  const publishing = useMutation({
    mutationFn: async (wanted: PostStatus) => {
      const revision = await desk.savedRevision();
      if (revision === undefined) throw new Error('We couldn’t save your text first. Check the marked fields.');
      const input = {
        revision,
        status: wanted,
        publish_at: wanted === 'scheduled' ? time : '',
        send_newsletter: asksForMail && withMail,
      };
      return publishPost(desk.id, input, keys.headersFor(input));
    },
    onSuccess: (done) => {
      keys.renew();
      setChosen({});
      desk.setFaults({});
      desk.published(done);
      showToast(doneWords(done));
      reloadChanged(client, kinds.post.list);
    },
    onError: (error) => {
      if (!(error instanceof ApiError)) return;
      const { publish_at: fault, ...faults } = faultsOf(error);
      desk.setFaults(faults);
      setTimeFault(fault);
      if (error.status === 409) desk.meet();
    },
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    const said = status === 'scheduled' ? plannedTimeWords(time, Date.now()) : undefined;
    const fault = said && 'problem' in said ? said.problem : undefined;
    setTimeFault(fault);
    if (fault) document.getElementById(timeId)?.focus();
    else if (!publishing.isPending) publishing.mutate(status);
  }

  return {
    ...choice,
    change: (part: Partial<Choice>) => {
      setChosen((now) => ({ ...now, ...part }));
      if ('time' in part) setTimeFault(undefined);
    },
    maySend,
    asksForMail,
    formId,
    timeId,
    timeFault,
    submit,
    isPending: publishing.isPending,
    error: publishing.error,
    /** The status that the failed attempt asked for. */
    attempted: publishing.variables,
  };
}

function doneWords({ status, title, publish_at: at }: EditedPost): string {
  if (status === 'scheduled' && at) return `“${title}” will be published on ${fullDateTime(Date.parse(at))}.`;
  if (status === 'draft') return `“${title}” is now a draft.`;
  return `Published “${title}”.`;
}
