/** A run of a plain text; `href` where it is an address that can be followed. */
export interface TextPart {
  text: string;
  href?: string;
}

/** Where a web address begins: at the start of a word, or after a sign that is no part of a word. */
const webStart = /(^|[^\p{L}\p{N}@._/-])(https?:\/\/|www\.)/iu;
/** What ends an address although no space does. */
const enclosing = /[<>"“”«»|\\^`]/;
/** Belongs to the sentence, not to the address that it follows. */
const closing = new Set(".,;:!?'’…*_。，、！？；：");
const brackets = new Map([
  [')', '('],
  [']', '['],
  ['}', '{'],
]);
const hostName = /^[a-z\d-]+(\.[a-z\d-]+)+$/i;
const mailAddress = /^[\p{L}\p{N}.!#$%&'*+/=?^_{|}~-]{1,64}@[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)+$/u;
const beforeMail = /^[(<["'“‘«{]*(?:mailto:)?/i;

/**
 * Cuts a plain text into what is read and what can be followed: addresses with http:// or https://, those that begin with
 * "www.", and e-mail addresses. Each part is as it was typed, so that all of them together are the text. The work grows with
 * the text's length, whatever is in it.
 * @param mailTo makes the address that writes a mail
 */
export function textParts(text: string, mailTo: (address: string) => string): TextPart[] {
  const parts: TextPart[] = [];
  const add = (part: TextPart) => {
    const last = parts.at(-1);
    if (part.text === '') return;
    if (last && last.href === undefined && part.href === undefined) last.text += part.text;
    else parts.push(part);
  };
  // A word may hold one address.
  for (const word of text.split(/(\s+)/)) {
    const link = webLink(word) ?? (word.includes('@') ? mailLinkIn(word, mailTo) : undefined);
    if (!link) add({ text: word });
    else {
      add({ text: word.slice(0, link.start) });
      add({ text: word.slice(link.start, link.end), href: link.href });
      add({ text: word.slice(link.end) });
    }
  }
  return parts;
}

interface FoundLink {
  start: number;
  end: number;
  href: string;
}

function webLink(word: string): FoundLink | undefined {
  const match = webStart.exec(word);
  if (!match) return undefined;
  const start = match.index + (match[1]?.length ?? 0);
  const rest = word.slice(start);
  const cut = rest.search(enclosing);
  const address = withoutClosing(cut === -1 ? rest : rest.slice(0, cut));
  const href = webAddress(/^www\./i.test(address) ? `https://${address}` : address);
  return href === undefined ? undefined : { start, end: start + address.length, href };
}

/** The address in its normal form; undefined for what no browser would open, or what hides where it leads behind an "@". */
function webAddress(address: string): string | undefined {
  // Not URL.canParse, which Safari 16 does not have.
  try {
    const { hostname, username, password, href } = new URL(address);
    return hostName.test(hostname) && username === '' && password === '' ? href : undefined;
  } catch {
    return undefined;
  }
}

/** "https://example.com/a_(b)." without its full stop, but with the bracket that it opened itself. */
function withoutClosing(address: string): string {
  /** How many of each bracket are open within the address; below zero, one closes what the sentence opened. */
  const open = new Map<string, number>();
  for (const sign of address) {
    const opening = brackets.get(sign);
    if (opening) open.set(opening, (open.get(opening) ?? 0) - 1);
    else if (sign === '(' || sign === '[' || sign === '{') open.set(sign, (open.get(sign) ?? 0) + 1);
  }
  let end = address.length;
  for (; end > 0; end -= 1) {
    const sign = address.charAt(end - 1);
    const opening = brackets.get(sign);
    if (opening === undefined) {
      if (!closing.has(sign)) break;
    } else {
      const balance = open.get(opening) ?? 0;
      if (balance >= 0) break;
      open.set(opening, balance + 1);
    }
  }
  return address.slice(0, end);
}

function mailLinkIn(word: string, mailTo: (address: string) => string): FoundLink | undefined {
  const start = beforeMail.exec(word)?.[0].length ?? 0;
  const rest = word.slice(start);
  const cut = rest.search(/[<>"“”«»()[\]{},;:]/);
  const address = withoutClosing(cut === -1 ? rest : rest.slice(0, cut));
  return mailAddress.test(address) ? { start, end: start + address.length, href: mailTo(address) } : undefined;
}
