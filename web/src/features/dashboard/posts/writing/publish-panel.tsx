import type { EditedPost } from '@site/proto/content/v1/posts.answers';
import type { PostStatus } from '@site/proto/content/v1/posts.schema';
import { kinds } from '@site/domain/kinds';
import { may } from '@site/domain/roles';
import { stateLocalTime } from '@site/state/state-time';
import { stateName } from '@site/state/state';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { ApiError } from '../../../../api/api.js';
import { reloadChanged } from '../../../../dashboard-kit/list/queries.js';
import { useSession } from '../../../../domain/session/session.js';
import { useNow } from '../../../../domain/time/clock.js';
import { plannedTimeWords } from '../../../../domain/time/planned-time.js';
import { fullDateTime } from '../../../../domain/time/times.js';
import { Banner } from '../../../../ui/banner.js';
import { Button } from '../../../../ui/button.js';
import { Choice } from '../../../../ui/forms/choice.js';
import { CheckboxField, TextField } from '../../../../ui/forms/field.js';
import { SubmissionKeys } from '../../../../ui/forms/submission-keys.js';
import { useToast } from '../../../../ui/toast.js';
import { CampaignWarning } from '../campaign-warning.js';
import { StatusBadge } from '../edited-card.js';
import { faultsOf, publishPost } from './desk-calls.js';
import type { Desk } from './use-desk.js';

const fieldNames: Record<string, string> = {
  title: 'Blog Title',
  document: 'Description',
  slug: 'Address',
  cover_media_id: 'Cover Image',
  publish_at: 'Date and time',
};

export function PublishPanel({ desk, post }: { desk: Desk; post: EditedPost }) {
  const session = useSession();
  const client = useQueryClient();
  const showToast = useToast();
  const [keys] = useState(() => new SubmissionKeys());
  const [status, setStatus] = useState<PostStatus>(post.status === 'draft' ? 'published' : post.status);
  const [time, setTime] = useState(() => (post.publish_at ? stateLocalTime(new Date(post.publish_at)) : ''));
  const [timeFault, setTimeFault] = useState<string>();
  const [withMail, setWithMail] = useState(post.send_newsletter);
  const now = useNow();
  const isPublic = post.status === 'published' || post.status === 'unlisted';
  const maySend = may(session?.type ?? '', 'send');
  const asksForMail = maySend && (status === 'published' || status === 'scheduled');

  const publishing = useMutation({
    mutationFn: async () => {
      const revision = await desk.savedRevision();
      if (revision === undefined) throw new Error('We couldn’t save your text first. Check the marked fields.');
      const input = {
        revision,
        status,
        publish_at: status === 'scheduled' ? time : '',
        send_newsletter: asksForMail && withMail,
      };
      return publishPost(desk.id, input, keys.headersFor(input));
    },
    onSuccess: (done) => {
      keys.renew();
      desk.setFaults({});
      desk.published(done);
      showToast(doneWords(done));
      reloadChanged(client, kinds.post.list);
    },
    onError: (error) => {
      if (!(error instanceof ApiError)) return;
      const { publish_at: time, ...faults } = faultsOf(error);
      desk.setFaults(faults);
      setTimeFault(time);
      if (error.status === 409) desk.meet();
    },
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    const said = status === 'scheduled' ? plannedTimeWords(time, Date.now()) : undefined;
    setTimeFault(said && 'problem' in said ? said.problem : undefined);
    if (!publishing.isPending && !(said && 'problem' in said)) publishing.mutate();
  }

  const said = time ? plannedTimeWords(time, now) : undefined;
  const choices: { value: PostStatus; label: string; text: string }[] = [
    {
      value: 'published',
      label: post.status === 'published' ? 'Publish changes' : 'Publish now',
      text: 'Shown on the site, in lists and in the feed.',
    },
    { value: 'scheduled', label: 'Schedule', text: 'Published automatically at the time you choose.' },
    { value: 'unlisted', label: 'Unlisted', text: 'Only for people with the link. Not shown in lists or the feed.' },
    {
      value: 'draft',
      label: 'Back to draft',
      text: isPublic ? 'Removes it from the site. You can publish it again.' : 'Only editors and admins can see it.',
    },
  ];

  return (
    <section aria-labelledby="publish-heading" className="card p-5">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 id="publish-heading" className="text-lg">
          Publish
        </h2>
        <StatusBadge post={post} />
      </div>
      {post.newsletter_cleared_at && (
        <Banner tone="info" className="mt-3">
          <p>{clearedWords(post, post.newsletter_cleared_at, maySend)}</p>
        </Banner>
      )}
      <form onSubmit={submit} noValidate className="mt-2">
        <fieldset>
          <legend className="sr-only">Who sees it</legend>
          {choices
            .filter(
              ({ value }) => !(value === 'draft' && post.status === 'draft') && !(value === 'scheduled' && isPublic),
            )
            .map(({ value, label, text }) => (
              <Choice
                key={value}
                type="radio"
                name="status"
                value={value}
                label={label}
                text={text}
                checked={status === value}
                onChange={() => setStatus(value)}
              />
            ))}
        </fieldset>
        {status === 'scheduled' && (
          <TextField
            label="Date and time"
            hint={
              <>
                {stateName} time.{said && 'note' in said && ` ${said.note}`}
              </>
            }
            type="datetime-local"
            className="mt-2"
            value={time}
            error={timeFault ?? (said && 'problem' in said ? said.problem : undefined)}
            onChange={(event) => {
              setTime(event.target.value);
              setTimeFault(undefined);
            }}
          />
        )}
        {post.status === 'scheduled' && post.send_newsletter && !maySend && (
          <p className="mt-3 text-sm text-ink-soft">
            An admin scheduled this post with the newsletter. If you publish it or change its time, the newsletter won’t
            go out.
          </p>
        )}
        {asksForMail && (
          <CheckboxField
            className="mt-3"
            checked={withMail}
            onChange={(event) => setWithMail(event.target.checked)}
            label={
              <>
                Send the newsletter with it
                <span className="block text-sm text-ink-soft">
                  Readers who get every email receive it when the post is published. Readers who chose one email a week
                  get it with the weekly email.
                </span>
              </>
            }
          />
        )}
        {post.status === 'published' && (status === 'draft' || status === 'unlisted') && (
          <CampaignWarning postId={post.id} className="mt-4" />
        )}
        {publishing.isError && <Failure error={publishing.error} />}
        <Button
          type="submit"
          className="mt-4 w-full"
          busyLabel={publishing.isPending && (status === 'draft' ? 'Unpublishing…' : 'Publishing…')}
        >
          {buttonWords[status]}
        </Button>
      </form>
    </section>
  );
}

const buttonWords: Record<PostStatus, string> = {
  published: 'Publish',
  scheduled: 'Schedule',
  unlisted: 'Publish unlisted',
  draft: 'Unpublish',
};

/** Returns who turned the newsletter off, and what to do about it. */
function clearedWords({ newsletter_cleared_by: by }: EditedPost, at: string, maySend: boolean): string {
  const happened = `The newsletter is off for this post: ${by || 'Someone'} changed it on ${fullDateTime(Date.parse(at))}, after an admin chose to send it.`;
  return `${happened} ${maySend ? 'Check the text, then choose the newsletter again.' : 'Only an admin can turn it on again.'}`;
}

function doneWords({ status, title, publish_at: at }: EditedPost): string {
  if (status === 'scheduled' && at) return `“${title}” will be published on ${fullDateTime(Date.parse(at))}.`;
  if (status === 'draft') return `“${title}” is now a draft.`;
  return `Published “${title}”.`;
}

/** Each error is also shown at its field. */
function Failure({ error }: { error: Error }) {
  const errors = error instanceof ApiError ? error.errors.filter(({ field }) => field) : [];
  return (
    <Banner tone="error" className="mt-4">
      <p>We couldn’t publish the post.</p>
      {errors.length > 0 ? (
        <ul className="mt-1 list-disc pl-5">
          {errors.map(({ field, message }, index) => (
            <li key={index}>
              {fieldNames[field] && <>{fieldNames[field]}: </>}
              {message}
            </li>
          ))}
        </ul>
      ) : (
        <p>{error.message}</p>
      )}
    </Banner>
  );
}
