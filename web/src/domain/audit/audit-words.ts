import type { AuditEntry } from '@site/proto/audit/v1/audit.answers';
import { kindNamed } from '@site/proto/kinds';

/** Verbs for audit actions, shared by the home screen and the audit log. */

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
  'sponsor.view': 'chose how sponsors are shown',
  'sponsor.top': 'chose the top sponsor',
  'sponsor.untop': 'removed the top sponsor',
  'post.publish': 'published the blog post',
  'post.schedule': 'scheduled the blog post',
  'post.unpublish': 'took off the site the blog post',
  'post.unlist': 'published without listing it the blog post',
  'post.preview': 'made a preview link of the blog post',
  'post.clear_newsletter': 'turned off the newsletter of the blog post',
  'post.end_previews': 'ended the preview links of the blog post',
  'contact.reply': 'answered the message of',
  'contact.note': 'noted something on the message of',
  'contact.handle': 'put aside the message of',
  'contact.reopen': 'took up again the message of',
  'storm.set': 'put up the storm banner',
  'storm.end': 'ended the storm banner',
  'subscriber.complaint': 'recorded a subscriber’s complaint',
  'session.sign_in': 'signed in',
  'session.sign_out': 'signed out',
  'session.end': 'ended a session of theirs',
  'session.end_others': 'ended their other sessions',
  'access.refused': 'was refused',
  'factor.add': 'added a second factor',
  'factor.remove': 'removed a second factor',
  'factor.reset': 'reset the second factor of',
  'factor.recovery_codes': 'made new recovery codes',
  'person.role': 'changed the role of',
  'person.export': 'exported what is kept about a person',
  'person.erase': 'erased what was kept about a person',
  'audit.export': 'exported the audit log',
  'retention.purge': 'removed what was past its time',
  'backup.restore': 'restored a backup',
  'password.change': 'changed their password',
  'password.forgot': 'asked for a code to reset their password',
  'password.reset': 'reset their password',
  'password.refused': 'gave a wrong old password',
  'password.limited': 'was kept from changing their password',
  'identity.refused': 'failed to confirm who they are',
  'identity.limited': 'was kept from confirming who they are',
  'campaign.create': 'started the campaign',
  'campaign.plan': 'planned the campaign',
  'campaign.reschedule': 'gave another time to the campaign',
  'campaign.pause': 'paused the campaign',
  'campaign.resume': 'let go on the campaign',
  'campaign.cancel': 'called off the campaign',
  'newsletter.campaign': 'started the campaign',
  'newsletter.send': 'started the campaign',
  'newsletter.export': 'exported the newsletter’s subscribers',
  'subscribers.export': 'exported the newsletter’s subscribers',
  'sending.hold': 'held all warnings',
  'sending.resume': 'let warnings go out again',
  'webhook.create': 'added the webhook',
  'webhook.delete': 'deleted the webhook',
  'job.retry': 'retried a failed job',
};
/** Sign-in attempts by strangers: for a known account, which the label names, and for an unknown one. */
const tries: Record<string, [withAccount: string, without: string]> = {
  'session.refused': ['failed to sign in as', 'failed to sign in'],
  'session.limited': ['was kept from signing in as', 'was kept from signing in'],
  'factor.refused': ['failed the second step of signing in as', 'failed the second step of signing in'],
  'reset.refused': ['gave a wrong code for the password of', 'gave a wrong code for a forgotten password'],
  'reset.limited': ['was kept from resetting the password of', 'was kept from resetting a password'],
};
/** The label would repeat the actor's name for these. */
const aboutThemselves = /^(session|password|identity)\.|^factor\.(add|remove|recovery_codes)$/;

/** The sentence without its actor: "approved the snapshot" and "Shelf cloud". */
export interface AuditWords {
  deed: string;
  /** Empty when the subject has no name. */
  label: string;
}

/** Returns an action in words, or the raw action if it has none. */
export function auditWords({ action, subject_label: label }: Pick<AuditEntry, 'action' | 'subject_label'>): AuditWords {
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

/** Words for abbreviated details. */
const details: Record<string, string> = { totp: 'authenticator app', recovery_code: 'recovery code' };

/** Returns extra detail for the end of the line; often empty. */
export const auditDetail = ({ detail }: Pick<AuditEntry, 'detail'>) => details[detail] ?? detail;
