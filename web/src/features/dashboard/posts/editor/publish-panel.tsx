import type { EditedPost } from '@site/proto/content/v1/posts.responses';
import type { PostStatus } from '@site/proto/content/v1/posts.schema';
import { stateName } from '@site/regions/state';
import { useNow } from '@/components/time/clock.js';
import { describePlannedTime } from '@/components/time/scheduled-time.js';
import { fullDateTime } from '@/components/time/times.js';
import { Banner } from '@/ui/banner.js';
import { OptionField } from '@/ui/forms/choice.js';
import { CheckboxField, TextField } from '@/ui/forms/form-fields.js';
import { CampaignWarning } from '../campaign-warning.js';
import { StatusBadge } from '../editable-post-card.js';
import { fieldIds } from './field-ids.js';
import type { Publishing } from './use-publishing.js';

/** Who sees the post, and when. */
export function PublishPanel({ post, publishing }: { post: EditedPost; publishing: Publishing }) {
  const { status, time, timeError, withMail, change, maySend, asksForMail } = publishing;
  const now = useNow();
  const isPublic = post.status === 'published' || post.status === 'unlisted';
  const timeCheck = time ? describePlannedTime(time, now) : undefined;
  const options: { value: PostStatus; label: string; text: string }[] = [
    {
      value: 'published',
      label: post.status === 'published' ? 'Update' : 'Publish now',
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
          <p>{formatClearedNotice(post, post.newsletter_cleared_at, maySend)}</p>
        </Banner>
      )}
      <form id={publishing.formId} onSubmit={publishing.submit} noValidate className="mt-2">
        <fieldset>
          <legend className="sr-only">Who sees it</legend>
          {options
            .filter(
              ({ value }) => !(value === 'draft' && post.status === 'draft') && !(value === 'scheduled' && isPublic),
            )
            .map(({ value, label, text }) => (
              <OptionField
                key={value}
                type="radio"
                name="status"
                value={value}
                label={label}
                text={text}
                checked={status === value}
                onChange={() => change({ status: value })}
              />
            ))}
        </fieldset>
        {status === 'scheduled' && (
          <TextField
            id={fieldIds.publishAt}
            label="Date and time"
            hint={
              <>
                {stateName} time.{timeCheck && 'note' in timeCheck && ` ${timeCheck.note}`}
              </>
            }
            type="datetime-local"
            className="mt-2"
            value={time}
            error={timeError ?? (timeCheck && 'problem' in timeCheck ? timeCheck.problem : undefined)}
            onChange={(event) => change({ time: event.target.value })}
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
            onChange={(event) => change({ withMail: event.target.checked })}
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
      </form>
    </section>
  );
}

/** Returns who turned the newsletter off, and what to do about it. */
function formatClearedNotice({ newsletter_cleared_by: by }: EditedPost, at: string, maySend: boolean): string {
  const happened = `The newsletter is off for this post: ${by || 'Someone'} changed it on ${fullDateTime(Date.parse(at))}, after an admin chose to send it.`;
  return `${happened} ${maySend ? 'Check the text, then choose the newsletter again.' : 'Only an admin can turn it on again.'}`;
}
