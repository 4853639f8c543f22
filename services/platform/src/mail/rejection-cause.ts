import { firstCharacters } from '@site/domain/truncate';

/**
 * Classifies a mail server's permanent refusal, whether it came during the session or in a bounce message (RFC 3464):
 * - address: the mailbox doesn't exist or accepts no mail.
 * - setup: our login, sender, relay permission, reputation or DNS records.
 * - mail: this mail or the mailbox's quota; another mail may be accepted.
 * - policy: a policy that the response doesn't attribute to us.
 * - unclear: any of these.
 */
export type RejectionCause = 'address' | 'setup' | 'mail' | 'policy' | 'unclear';

/** RFC 3463, at the beginning or, as some servers write it, after "#". Elsewhere, digits may be an IP address. */
const enhancedPattern = /(?:^\s*(?:5\d\d[ -]+)?#?|#)5\.(\d{1,3})\.(\d{1,3})(?![.\d])/;

const addressCodes = new Set(['1.1', '1.2', '1.3', '1.6', '1.10', '2.1']);
const mailCodes = new Set(['2.2', '2.3', '3.4']);
/** Sender address, authentication, reverse DNS, SPF, DKIM and DMARC (RFC 7372, RFC 7505, Exchange). */
const setupCodes = /^(1\.[789]|7\.(8|9|1[1-9]|2\d|57|60|64|5\d\d|6\d\d|7\d\d))$/;
/** Of RFC 4954: authentication required, mechanism too weak, failed, encryption required. */
const setupReplies = /^\s*(53[0458])\b/;

const setupPatterns: readonly RegExp[] = [
  /\brelay/i,
  /allowed rcpthosts|open proxy/i,
  /\bauthenticat|\bunauthenticated|\bauth(entication)? (required|failed)|log ?in (required|failed|first)/i,
  /\b(black|block|deny) ?-?list|\b(dns)?[br]bl\b/i,
  /\bblocked (using|because|due)|(?<!not )\blisted (in|at|on|by)\b|\breputation\b/i,
  /\b(address|sender|domain|identit(y|ies)|email)\b.{0,40}\b(not|n't)( been)? verified|\bunverified (address|sender|domain|identity)/i,
  /\bsandbox\b|\bfree (plan|account)|\btrial (plan|account)|\bauthorized recipients?\b/i,
  /\b(spf|dkim|dmarc)\b/i,
  /\bsender( address| domain)? (is )?(rejected|denied|refused|invalid|not|un|verif|callout)|\b(invalid|envelope) sender\b|\bfrom address\b|\bbadmailfrom\b/i,
  /\bnot (owned by|authori[sz]ed to send|allowed to send|permitted to send)|\bsend ?as\b/i,
  /\b(reverse (dns|hostname|lookup)|ptr (record)?|rdns|helo|ehlo)\b/i,
  /\b(client|your|sending|source) (host|ip|ip address|server|mail server|network|mta)\b/i,
  /\bip( address)? (is |has been )?(banned|blocked|rejected|denied|listed)/i,
  /\byour (account|subscription|plan)\b|\bsending (is |has been )?(paused|disabled|suspended|blocked)/i,
  /\b(sending|sender|daily|hourly|monthly|outgoing) (\w+ )?(quota|limit|rate)\b|\bcredits?\b/i,
  /\b(start)?tls\b|\bencryption (is )?required/i,
];
const mailboxFullPattern =
  /\bover ?-?quota|\b(mailbox|inbox|storage|quota)\b.{0,30}\b(full|exceed)|\binsufficient (system )?storage/i;

/** @param response the server's reply or the diagnostic text, with its codes */
export function classifyRejection(response: string): RejectionCause {
  const [, subject, detail] = enhancedPattern.exec(response) ?? [];
  const code = subject === undefined ? undefined : `${subject}.${detail}`;
  if (code !== undefined && addressCodes.has(code)) return 'address';
  if (code !== undefined && setupCodes.test(code)) return 'setup';
  if (code !== undefined && (mailCodes.has(code) || subject === '6')) return 'mail';
  if (setupReplies.test(response) || isAboutSetup(response)) return 'setup';
  if (code === undefined && mailboxFullPattern.test(response)) return 'mail';
  return subject === '7' ? 'policy' : 'unclear';
}

const blockLists = /spamhaus|spamcop|barracuda|sorbs|uceprotect|senderscore|abusix|mailspike/i;

const maxTextLength = 1_000;
const tokenize = (text: string): string[] => firstCharacters(text, maxTextLength).split(/\s+/);
const isAddress = (word: string) => word.includes('@') || word.startsWith('<');
const isHost = (word: string) => /[a-z0-9]\.[a-z0-9]/i.test(word);

/** Returns whether a response names our login, sender, address or DNS records as its reason. */
export function isAboutSetup(response: string): boolean {
  const tokens = tokenize(response).filter((word) => !isAddress(word));
  if (blockLists.test(tokens.join(' '))) return true;
  // Host names may contain any word.
  const text = tokens.filter((word) => !isHost(word)).join(' ');
  return setupPatterns.some((pattern) => pattern.test(text));
}

const maxRejectionLength = 200;

/**
 * Returns what the same refusal of different recipients has in common: the codes and the text without addresses, host
 * names, numbers and ids.
 * @param to the recipient's address
 */
export function toRejectionPattern(response: string, to: string): string {
  const [, codes = '', text = ''] = /^\s*([245]\d\d)?[ -]*(.*)/s.exec(response) ?? [];
  const [, subject, detail] = enhancedPattern.exec(response) ?? [];
  const enhanced = subject === undefined ? '' : `5.${subject}.${detail} `;
  const [localPart = '', domain = ''] = to.toLowerCase().split('@');
  const isSpecific = (word: string) =>
    isAddress(word) || isHost(word) || /\d/.test(word) || word === localPart || word === domain;
  const common = tokenize(text.toLowerCase())
    .map((word) => (isSpecific(word) ? '#' : word))
    .join(' ');
  return firstCharacters(`${codes} ${enhanced}${common}`, maxRejectionLength).trim();
}
