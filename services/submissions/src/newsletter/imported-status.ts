import { canonicalLine } from '@site/domain/canonical-text';

/**
 * Reads what a file says about a subscription: newsletter systems export one column with a status, or a column per
 * event ("Unsubscribed at", "Bounced", "Accepts email marketing").
 */
export type ImportedStatus = 'reader' | 'pending' | 'unsubscribed' | 'bounced' | 'complained' | 'unknown';
export type LeftStatus = Extract<ImportedStatus, 'unsubscribed' | 'bounced' | 'complained'>;

/** The first one that a column states applies: in doubt, an address gets no mail. */
const precedence = ['complained', 'bounced', 'unsubscribed', 'unknown', 'pending', 'reader'] as const;

/** "UnsubscribedAt", "unsubscribed_at" → "unsubscribed at". */
const normalizeText = (text: string): string =>
  canonicalLine(text)
    .replace(/(?<=[a-z])(?=[A-Z])/g, ' ')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

const no = /^(?:|n|no|non|nein|f|false|falso|0|0 0|never|none|null|nil|nan|n a|na|undefined|off|0000 00 00.*)$/;
const yes = /^(?:y|yes|si|ja|oui|t|true|verdadero|1|x|on|checked)$/;

/** By the words of a value, most serious first. */
const statusPatterns: readonly (readonly [ImportedStatus, RegExp])[] = [
  ['complained', /complain|\bspam|abuse|\bjunk|feedback loop/],
  [
    'bounced',
    /bounce|\bclean(?:ed)?\b|undeliver|\binvalid|non ?existent|not exist|\bfail|\bdead\b|reject|unreachable|rebot/,
  ],
  [
    'unsubscribed',
    /\bun ?sub|\bopt(?:ed)? ?out|\b(?:non?|not|never|no longer) ?(?:sub|opt|active|consent|allowed)|suppress|block|black ?list|\bin ?activ|disabled|deactivat|delet|remov|cancel|archiv|revok|withdr|declin|expired|\bleft\b|stopp|paus|transactional|\bdo not\b|\bdnc\b|exclu|banned|\bbaja\b|des(?:us)?crit|desuscri|^(?:no|n|false|0|off)$/,
  ],
  ['pending', /pending|unconfirmed|not confirmed|await|waiting|unverified|not verified|validating|requested|pendiente/],
  [
    'reader',
    /subscri|suscri|\bactiv|confirm|\bopt(?:ed)? ?in\b|enabled|\bvalid\b|express|implied|explicit|\blive\b|\bok\b|current|\bmember|verified|deliver|engaged|open|click|\bnew\b|consent|granted|^(?:yes|y|true|1|on|si)$/,
  ],
];
/** For "State", which is also a place ("AR", "Baja California"). */
const statePattern =
  /^(?:un ?subscribed?|opted? ?out|(?:hard |soft )?bounced?|cleaned|complain(?:ed|t)|spam|pending|unconfirmed|confirmed|subscribed|active|inactive|suppressed|blocked|deleted|removed|cancell?ed)$/;

const statusOf = (text: string): ImportedStatus =>
  statusPatterns.find(([, pattern]) => pattern.test(text))?.[0] ?? 'unknown';

const statusName = /\b(?:status|estado|estatus|statut|subscription state|subscriber state|email state)\b/;
/** Columns beside the event, such as "unsubscribe link". */
const notAnEvent =
  /\b(?:url|link|token|hash|page|key|count|counts|rate|total|number|score|groups?|soft|sent|opens?|clicks?|list name)\b/;
const eventNames: readonly (readonly [LeftStatus, RegExp])[] = [
  ['complained', /\b(?:complain\w*|spam\w*|abuse|junk)\b/],
  [
    'bounced',
    /\b(?:bounced?|hard bounces|bounce (?:date|time|at|reason|type)|cleaned|clean time|undeliverable|undelivered)\b/,
  ],
  [
    'unsubscribed',
    /\b(?:unsub\w*|opt(?:ed)? ?outs?|do not (?:e ?mail|mail|contact|send|market)|dnc|suppress\w*|block(?:ed|list|listed)|black ?list(?:ed)?|removed|deleted|deactivated|disabled|inactive|cancell?ed|revoked|withdrawn|archived|left (?:at|on|date)|baja|desuscri\w*)\b/,
  ],
];
const consentName =
  /^(?:(?:is |e ?mail |marketing |newsletter )*(?:subscribed|opt(?:ed)? ?in|consent(?:ed)?|permission)|(?:e ?mail |newsletter )?(?:subscription|suscripcion)|gdpr consent|(?:is )?active|subscribed to (?:e ?mails?|newsletter)|accepts? (?:e ?mail |newsletter )*(?:marketing|newsletters?|e ?mails?)?|(?:e ?mail )?marketing|newsletter|mailing list|receives? (?:e ?mails?|newsletters?)|suscrito)$/;

type ReadCell = (text: string) => ImportedStatus | undefined;

/** Returns how to read a column; undefined if it says nothing about the subscription. */
function columnReader(name: string, values: readonly string[]): ReadCell | undefined {
  if (name === 'state') return (text) => (statePattern.test(text) ? statusOf(text) : undefined);
  if (statusName.test(name) && !/\b(?:order|payment|marital|lead|job|civil)\b/.test(name))
    return (text) => (text === '' ? undefined : statusOf(text));
  if (consentName.test(name)) {
    // "x" for yes and nothing for no.
    const isTicked = values.some((text) => yes.test(text)) && values.every((text) => text === '' || yes.test(text));
    return (text) => {
      if (text === '') return isTicked ? 'unsubscribed' : undefined;
      if (no.test(text)) return 'unsubscribed';
      const status = statusOf(text);
      return status === 'unknown' ? undefined : status;
    };
  }
  if (notAnEvent.test(name)) return undefined;
  const event = eventNames.find(([, pattern]) => pattern.test(name))?.[0];
  return event && ((text) => (no.test(text) || (statusOf(text) === 'reader' && !yes.test(text)) ? undefined : event));
}

/**
 * Returns a function from a row's cells to its status, "reader" if no column states one.
 * @param head the names of the columns
 */
export function statusReader(
  head: readonly string[],
  rows: readonly (readonly string[])[],
): (cells: readonly string[]) => ImportedStatus {
  const columns = head.flatMap((name, at) => {
    const read = columnReader(
      normalizeText(name),
      rows.map((cells) => normalizeText(cells[at] ?? '')),
    );
    return read ? [{ at, read }] : [];
  });
  return (cells) => {
    const statuses = columns.map(({ at, read }) => read(normalizeText(cells[at] ?? '')));
    return precedence.find((status) => statuses.includes(status)) ?? 'reader';
  };
}
