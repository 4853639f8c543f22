export interface TextPart {
  text: string;
  href?: string;
}

/** A web address begins at the start of a word, or after a character that isn't part of a word. */
const webStart = /(^|[^\p{L}\p{N}@._/-])(https?:\/\/|www\.)/iu;
/** These end an address without a space. */
const enclosing = /[<>"“”«»|\\^`]/;
/** Punctuation of the sentence around an address. */
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
 * Finds http:// and https:// URLs, those that begin with "www.", and email addresses. The parts join to the original
 * text. Runs in linear time on any input.
 * @param mailTo returns the URL for an email address
 */
export function textParts(text: string, mailTo: (address: string) => string): TextPart[] {
  const parts: TextPart[] = [];
  const add = (part: TextPart) => {
    const last = parts.at(-1);
    if (part.text === '') return;
    if (last && last.href === undefined && part.href === undefined) last.text += part.text;
    else parts.push(part);
  };
  // At most one address per word.
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

/** Returns undefined if a browser wouldn't open it, or if an "@" hides where it leads. */
function webAddress(address: string): string | undefined {
  // Not URL.canParse, which Safari 16 lacks.
  try {
    const { hostname, username, password, href } = new URL(address);
    return hostName.test(hostname) && username === '' && password === '' ? href : undefined;
  } catch {
    return undefined;
  }
}

/** Strips the final period from "https://example.com/a_(b).", but not the bracket that the address opened. */
function withoutClosing(address: string): string {
  /** Below zero, one closes a bracket of the sentence. */
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
