/**
 * The canonical form in which email addresses are stored and compared
 * (docs/decisions/0025-one-address-one-identity.md). No schemas: the footer of every page loads this.
 */

/** The specification's "simple {email} pattern". Linear in its input. */
export const emailPattern = /^[^\s@]+@[^\s@][^\s@.]*\.[^\s@]+$/;

/** Characters that a mail server must accept (RFC 5321, 4.5.3.1.3, without the angle brackets). */
export const maxEmailLength = 254;
/** Invisible characters don't count toward `maxEmailLength`; longer text isn't read. */
const maxInputLength = 1_024;

/** Control, format and other invisible characters, except white space and joiners. U+2800 is the blank of Braille. */
const invisible = /(?![\t-\r\u200c\u200d])[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/gu;
/**
 * Joiners belong to the spelling after a mark or a letter of a cursive script (RFC 5892, A.1 and A.2), and are noise
 * elsewhere.
 */
const joiners =
  /([\p{M}\p{Script=Arabic}\p{Script=Mongolian}\p{Script=Nko}\p{Script=Syriac}][\u200c\u200d](?=[\p{L}\p{M}]))|[\u200c\u200d]/gu;
const atSigns = /[@\uff20\ufe6b]/u;
const whiteSpace = /\s/u;
/** Not allowed unquoted in a local part (RFC 5322, 3.2.3). */
const specials = /[()<>[\]:;,\\"]/;
/** ASCII characters not in host names, some of which are special to the URL parser. */
const notOfDomains = /[\0-,/:-@[-`{-\x7f]/;
/** The last label isn't a number, so this is no IPv4 address (RFC 5321, 4.1.2; RFC 1123, 2.1). */
const asciiDomain = /^(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+(?!\d+$)[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/;

const visible = (typed: string): string => typed.replace(invisible, '').normalize('NFC').replace(joiners, '$1').trim();

/** Applies UTS 46 as in the URL standard, the only implementation in browsers and Node. */
function toAscii(domain: string): string | undefined {
  try {
    return new URL(`http://${domain}`).hostname.replace(/\.$/, '');
  } catch {
    return undefined;
  }
}

/**
 * Folds compatibility forms of letters and digits: full-width input, ligatures from a PDF. Symbols stay, so that no
 * punctuation appears (RFC 6532, 3.1 advises against NFKC; RFC 8265, 3.3 maps widths and excludes the rest).
 */
const foldLetters = (local: string): string =>
  local
    .replace(/[\p{L}\p{M}\p{Nd}\uff01-\uff5e]/gu, (character) => character.normalize('NFKC'))
    .toLowerCase()
    .normalize('NFC');

/** Returns the first character not allowed in a local part. */
const strange = (local: string): string | undefined =>
  Array.from(local).find(
    (character) => specials.test(character) || character.normalize('NFKC') !== character.normalize('NFC'),
  );

/** The canonical form, or the fault in sentences for the user. */
export type ReadEmail = { email: string; fault?: undefined } | { email?: undefined; fault: string };

const sentence = 'Please enter a valid email address.';

/**
 * Reads an address as typed or pasted: with white space and invisible characters, full-width, in capitals, with an
 * international domain, as `<address>` or `mailto:address`.
 * @returns its canonical form, stable when read again, or the fault
 */
export function readEmail(typed: string): ReadEmail {
  const toError = (hint?: string): ReadEmail => ({ fault: hint ? `${sentence} ${hint}` : sentence });
  if (typed.length > maxInputLength || !typed.isWellFormed()) return toError();
  const seen = visible(typed);
  /** Positions count from 1, in the visible text. */
  const remove = (part: string, at = seen.indexOf(part)): ReadEmail => {
    const place = at < 0 ? '' : ` (character ${Array.from(seen.slice(0, at)).length + 1})`;
    return toError(`Remove ${whiteSpace.test(part) ? 'the space' : `“${part}”`}${place}.`);
  };

  const text = seen.replace(/^<(.*)>$/su, '$1').replace(/^mailto:/i, '');
  const [local = '', domain, ...more] = text.split(atSigns);
  const space = whiteSpace.exec(text)?.[0];
  if (space !== undefined) return remove(space);
  if (more.length > 0) return remove('@', seen.lastIndexOf('@'));
  if (local === '' || !domain) return toError();

  const folded = foldLetters(local.replace(/^"(.+)"$/u, '$1'));
  const odd = strange(folded) ?? notOfDomains.exec(domain)?.[0];
  if (odd !== undefined) return remove(odd);
  if (whiteSpace.test(folded)) return toError('Check the part before “@”.');
  const host = toAscii(domain) ?? toAscii(domain.replace(/[\u200c\u200d]/g, ''));
  if (host === undefined || !asciiDomain.test(host))
    return toError(/[.\u3002\uff0e\uff61]/u.test(domain) ? 'Check the part after “@”.' : undefined);
  const email = `${folded}@${host}`;
  return email.length <= maxEmailLength ? { email } : toError('It is too long.');
}

/** Like `readEmail`; undefined for an invalid address. */
export const canonicalEmail = (typed: string): string | undefined => readEmail(typed).email;

/**
 * Returns the key by which identities are compared. An address stored under earlier rules without a canonical form
 * keeps a distinct key, so its owner can still sign in.
 */
export const emailKey = (typed: string): string => canonicalEmail(typed) ?? visible(typed).toLowerCase();

/** Returns the search term for stored addresses: the canonical form of an address or domain, or the query itself. */
export function emailQuery(query: string): string {
  const [, at, domain = ''] = /^(@?)(.*)$/su.exec(query.trim()) ?? [];
  return canonicalEmail(query) ?? canonicalEmail(`x@${domain}`)?.slice(at ? 1 : 2) ?? query;
}
