import type { AuditEntry } from '@site/proto/audit/v1/audit.answers';
import { kindNamed } from '@site/proto/kinds';

/** Audit actions in words, the same on the home screen and in the audit log. */

const verbs: Record<string, string> = {
  create: 'created',
  edit: 'edited',
  delete: 'deleted',
  restore: 'restored',
  approve: 'approved',
  reject: 'rejected',
};
const sentences: Record<string, string> = {
  'sponsor.view': 'chose how sponsors are shown',
  'sponsor.top': 'chose the top sponsor',
  'sponsor.untop': 'removed the top sponsor',
  'subscriber.complaint': 'recorded a subscriber’s complaint',
  'session.sign_in': 'signed in',
  'session.sign_out': 'signed out',
  'password.change': 'changed their password',
  'password.forgot': 'asked for a code to reset their password',
  'password.reset': 'reset their password',
  'campaign.create': 'started the campaign',
  'newsletter.campaign': 'started the campaign',
  'newsletter.send': 'started the campaign',
  'newsletter.export': 'exported the newsletter’s subscribers',
  'subscribers.export': 'exported the newsletter’s subscribers',
  'job.retry': 'retried a failed job',
};
/** These are about the person, whose name the label would only repeat. */
const aboutThemselves = new Set(['session', 'password']);

/** "approved the snapshot" and "Shelf cloud": the sentence without its person, and what it ends with. */
export interface AuditWords {
  deed: string;
  /** Empty where there is nothing to name. */
  label: string;
}

/** An action in words; one without words here is shown as it is. */
export function auditWords({ action, subject_label: label }: Pick<AuditEntry, 'action' | 'subject_label'>): AuditWords {
  const [type = '', verb = ''] = action.split('.');
  const sentence = sentences[action];
  if (sentence) return { deed: sentence, label: aboutThemselves.has(type) ? '' : label };
  const kind = kindNamed(type);
  const done = verbs[verb];
  if (!kind || !done) return { deed: action, label };
  return { deed: `${done} ${label ? kind.the : kind.some}`, label };
}
