/** What administrators did, in words: the home screen and the audit log say it alike. */

/** One action of a signed-in person. */
export interface AuditEntry {
  id: string;
  principal_id: string;
  principal_name: string;
  /** "<type>.<verb>", for instance "snapshot.approve". */
  action: string;
  subject_id: string;
  /** What a person would call the thing: a title, a name; empty where there is none. */
  subject_label: string;
  at: string;
  /** Empty where it is not known. */
  client_address: string;
  request_id: string;
}

/** Things as "a post" where nothing more is known of them, and as "the post" before their name. */
const subjects: Record<string, [some: string, the: string]> = {
  snapshot: ['a snapshot', 'the snapshot'],
  sponsor: ['a sponsor', 'the sponsor'],
  post: ['a blog post', 'the blog post'],
  faq: ['an FAQ', 'the FAQ'],
  team: ['a team member', 'the team member'],
  moderator: ['a moderator', 'the moderator'],
  header: ['the header', 'the header'],
  logo: ['the logo', 'the logo'],
  contact: ['a message', 'the message of'],
};
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
  'sponsor.untop': 'took away the top sponsor',
  'subscriber.complaint': 'wrote down a subscriber’s complaint',
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
  'job.retry': 'tried a failed job again',
};
/** About the person: the label would only repeat the name. */
const aboutThemselves = new Set(['session', 'password']);

/** "approved the snapshot" and "Shelf cloud": the sentence without its person, and what it ends with. */
export interface AuditWords {
  deed: string;
  /** Empty where there is nothing to name. */
  label: string;
}

/** An action in words; one that has no words here is shown as it is written. */
export function auditWords({ action, subject_label: label }: Pick<AuditEntry, 'action' | 'subject_label'>): AuditWords {
  const [type = '', verb = ''] = action.split('.');
  const sentence = sentences[action];
  if (sentence) return { deed: sentence, label: aboutThemselves.has(type) ? '' : label };
  const subject = subjects[type];
  const done = verbs[verb];
  if (!subject || !done) return { deed: action, label };
  return { deed: `${done} ${label ? subject[1] : subject[0]}`, label };
}
