/** Reads telephone numbers in any common spelling. */
import { z } from 'zod';
import { asciiDigit, canonicalLine, canonicalPiece, digit } from '@site/domain/canonical-text';

/** In UTF-16 code units. */
export interface Span {
  start: number;
  end: number;
}

export type ReadPhone = { phone: string } | { fault: string; at?: Span };

/** E.164 allows 15 digits; the specification requires 10. */
const phonePattern = /^\+?\d{10,15}$/;
const phoneRule = 'must have 10 to 15 digits, with an optional + before them';
/** In UTF-16 code units. */
const maxInputLength = 200;
/** An extension, or a pause before one. */
const extension = /^(?:[;,#x]|ext|p\d|w\d)[^\d]*\d+\s*/iu;

/**
 * Reads a telephone number as typed or copied: with separators, in any script's digits, as a `tel:` address.
 * @returns the digits, with the plus if there is one; or the fault, to follow the field's name, and its position
 */
export function readPhone(typed: string): ReadPhone {
  if (typed.length > maxInputLength) return { fault: phoneRule };
  const [scheme = ''] = /^[\s\p{Cf}]*tel:/iu.exec(typed) ?? [];
  let phone = '';
  for (let start = scheme.length, end; start < typed.length; start = end) {
    const rest = typed.slice(start);
    // Browsers percent-encode a copied link; the (0) after a country code is only dialed within that country.
    const escaped = scheme ? /^%([0-7][\da-f])/i.exec(rest)?.[1] : undefined;
    const [trunk] = /^\+\d{1,3}$/.test(phone) ? (/^[(（]\s*[0０]\s*[)）]/.exec(rest) ?? []) : [];
    const raw = String.fromCodePoint(rest.codePointAt(0) ?? 0);
    end = start + (trunk?.length ?? (escaped === undefined ? raw.length : 3));
    const character = (escaped === undefined ? raw : String.fromCharCode(parseInt(escaped, 16))).normalize('NFKC');
    if (trunk !== undefined || /^[\p{Pd}\p{Ps}\p{Pe}\p{M}.·•‧∙⁃/∕⁄−_・]$/u.test(character)) continue;
    if (canonicalLine(character) === '') continue;
    if (digit.test(raw)) phone += asciiDigit(raw);
    else if (digit.test(character)) phone += character;
    else if (character === '+' && phone === '') phone = '+';
    else if (character === '+') return { fault: phoneRule, at: { start, end } };
    else return foreign(typed, start, phone);
  }
  return phonePattern.test(phone) ? { phone } : { fault: phoneRule };
}

function foreign(typed: string, start: number, phone: string): ReadPhone {
  const rest = typed.slice(start);
  const position = `at position ${[...canonicalPiece(typed.slice(0, start))].length + 1}`;
  const [extra] = phone ? (extension.exec(rest) ?? []) : [];
  if (extra !== undefined)
    return {
      fault: `has an extension ${position}: “${canonicalLine(extra)}”. Please enter the number without it.`,
      at: { start, end: start + extra.trimEnd().length },
    };
  const character = String.fromCodePoint(rest.codePointAt(0) ?? 0).toWellFormed();
  const what = /\p{L}/u.test(character) ? 'a letter' : 'a character that is not a digit';
  return {
    fault: `has ${what} ${position}: “${character}”. Please enter only digits, with an optional + before them.`,
    at: { start, end: start + character.length },
  };
}

/** A telephone number in any common spelling, normalized by `readPhone`. */
export const phoneField = (label: string) =>
  z
    .string(`${label} is required`)
    .refine((typed) => canonicalLine(typed) !== '', `${label} is required`)
    .transform((typed, context) => {
      const read = readPhone(typed);
      if ('phone' in read) return read.phone;
      context.addIssue(`${label} ${read.fault}`);
      return z.NEVER;
    });
