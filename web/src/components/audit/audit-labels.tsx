/** Entries of the audit log as English sentences. */
import { kindNamed } from '@site/domain/kinds';
import type { AuditEntry } from '@site/proto/audit/v1/audit.responses';
import { Link } from 'react-router-dom';

const verbs: Record<string, string> = {
  create: 'created',
  edit: 'edited',
  delete: 'deleted',
  restore: 'restored',
  move: 'moved',
  approve: 'approved',
  reject: 'rejected',
};
const sentences: Record<string, string> = {
  'sponsor.view': 'changed how sponsors are shown',
  'sponsor.top': 'chose the top sponsor',
  'sponsor.untop': 'removed the top sponsor',
  'post.publish': 'published the blog post',
  'post.schedule': 'scheduled the blog post',
  'post.unpublish': 'unpublished the blog post',
  'post.unlist': 'unlisted the blog post',
  'post.preview': 'created a preview link for the blog post',
  'post.clear_newsletter': 'turned off the newsletter for the blog post',
  'post.end_previews': 'revoked the preview links for the blog post',
  'contact.reply': 'replied to the message from',
  'contact.note': 'added a note to the message from',
  'contact.handle': 'handled the message from',
  'contact.reopen': 'reopened the message from',
  'storm.set': 'published the storm banner',
  'storm.end': 'ended the storm banner',
  'subscriber.complaint': 'recorded a subscriber’s complaint',
  'session.sign_in': 'signed in',
  'session.sign_out': 'signed out',
  'session.end': 'ended one of their sessions',
  'session.end_others': 'ended their other sessions',
  'access.refused': 'was denied access',
  'factor.add': 'added a second factor',
  'factor.remove': 'removed a second factor',
  'factor.reset': 'reset the second factor of',
  'factor.recovery_codes': 'generated new recovery codes',
  'person.role': 'changed the role of',
  'invitation.create': 'invited',
  'invitation.resend': 'sent the invitation again to',
  'invitation.revoke': 'revoked the invitation of',
  'invitation.accept': 'accepted an invitation',
  'invitation.refused': 'opened an invitation that isn’t valid',
  'invitation.limited': 'was blocked from opening invitations',
  'person.export': 'exported a person’s data',
  'person.erase': 'erased a person’s data',
  'audit.export': 'exported the audit log',
  'retention.purge': 'deleted expired data',
  'backup.restore': 'restored a backup',
  'password.change': 'changed their password',
  'password.forgot': 'requested a code to reset their password',
  'password.reset': 'reset their password',
  'password.refused': 'entered a wrong current password',
  'password.limited': 'was blocked from changing their password',
  'identity.refused': 'failed to confirm their identity',
  'identity.limited': 'was blocked from confirming their identity',
  'campaign.create': 'started the campaign',
  'campaign.plan': 'scheduled the campaign',
  'campaign.reschedule': 'rescheduled the campaign',
  'campaign.pause': 'paused the campaign',
  'campaign.resume': 'resumed the campaign',
  'campaign.hold': 'put the campaign on hold',
  'campaign.release': 'released the campaign',
  'campaign.cancel': 'canceled the campaign',
  'newsletter.campaign': 'started the campaign',
  'newsletter.send': 'started the campaign',
  'newsletter.export': 'exported the newsletter’s subscribers',
  'subscribers.export': 'exported the newsletter’s subscribers',
  'sending.hold': 'paused all warnings',
  'sending.resume': 'resumed sending warnings',
  'webhook.create': 'added the webhook',
  'webhook.delete': 'deleted the webhook',
  'job.retry': 'retried a failed job',
};
/** Failed sign-ins: for a known account, which the label names, and for an unknown one. */
const tries: Record<string, [withAccount: string, without: string]> = {
  'session.refused': ['failed to sign in as', 'failed to sign in'],
  'session.limited': ['was blocked from signing in as', 'was blocked from signing in'],
  'factor.refused': ['failed the second step of signing in as', 'failed the second step of signing in'],
  'reset.refused': ['entered a wrong password reset code for', 'entered a wrong password reset code'],
  'reset.limited': ['was blocked from resetting the password of', 'was blocked from resetting a password'],
};
/** The label would repeat the actor's name for these. */
const aboutThemselves = /^(session|password|identity)\.|^invitation\.accept$|^factor\.(add|remove|recovery_codes)$/;

/**
 * Returns an action in words: "approved the photo of" and "Casey Marlow", which is empty when the subject has no name.
 * Falls back to the raw action.
 */
export function describeAudit({ action, subject_label: label }: Pick<AuditEntry, 'action' | 'subject_label'>) {
  const [type = '', verb = ''] = action.split('.');
  const tried = tries[action];
  if (tried) return { deed: tried[label ? 0 : 1], label };
  const sentence = sentences[action];
  if (sentence) return { deed: sentence, label: aboutThemselves.test(action) ? '' : label };
  const kind = kindNamed(type);
  const done = verbs[verb];
  if (!kind || !done) return { deed: action, label };
  return { deed: `${done} ${label ? kind.the : kind.some}`, label };
}

const details: Record<string, string> = { totp: 'authenticator app', recovery_code: 'recovery code' };

/** Returns an entry's detail in words, or the raw detail if it has none. */
export const auditDetail = ({ detail }: Pick<AuditEntry, 'detail'>) => details[detail] ?? detail;

/** "Ada Lovelace approved the photo of “Casey Marlow”". */
export function AuditSentence({ entry, to }: { entry: AuditEntry; to?: string | undefined }) {
  const { deed, label } = describeAudit(entry);
  return (
    <>
      <span className="font-semibold">{entry.principal_name}</span> {deed}
      {label && (
        <>
          {' '}
          {to ? (
            <Link to={to} className="text-link break-words">
              “{label}”
            </Link>
          ) : (
            <span className="break-words">“{label}”</span>
          )}
        </>
      )}
    </>
  );
}
