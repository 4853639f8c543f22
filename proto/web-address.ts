/**
 * Links submitted by users. We show them and never fetch them, so the dangers are a scheme that runs code and an
 * address that hides its target.
 */
import { z } from 'zod';
import { maxLength, optionalLine, tooLong } from './fields.js';

/** The last label is a top-level domain of letters or punycode. */
const hostPattern = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?:[a-z]{2,63}|xn--[a-z0-9-]{1,59})$/;

/** White space and controls, which parsers drop, and backslashes, read as slashes. */
// eslint-disable-next-line no-control-regex -- control characters are what this looks for
const neverInAddresses = /[\s\\\u0000-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/;

/**
 * Returns the address as a browser would open it, with `https://` if it has no scheme; undefined unless it is http or
 * https with a public-looking host and no user name or port.
 */
export function normaliseWebAddress(text: string): string | undefined {
  if (neverInAddresses.test(text) || !text.isWellFormed() || text.startsWith('/')) return undefined;
  const address = /^https?:\/\//i.test(text) ? text : `https://${text}`;
  const url = parse(address);
  const plain = url?.username === '' && url.password === '' && url.port === '';
  return plain && url.hostname.length <= 253 && hostPattern.test(url.hostname) ? url.href : undefined;
}

function parse(address: string): URL | undefined {
  try {
    return new URL(address);
  } catch {
    return undefined;
  }
}

/** Control characters, noncharacters and lone surrogates, which clipboards don't insert. */
const hiddenInAddresses = /[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}]/u;

/**
 * Returns a message with the hidden character and its position, if there is one. Allows white space at the ends, which
 * forms remove.
 * @param label starts the message ("URL has …")
 */
export function findHiddenCharacterError(label: string, text: string): string | undefined {
  const start = text.length - text.trimStart().length;
  const index = text.trim().search(hiddenInAddresses);
  if (index < 0) return undefined;
  const position = [...text.slice(0, start + index)].length + 1;
  const code = text
    .codePointAt(start + index)!
    .toString(16)
    .toUpperCase()
    .padStart(4, '0');
  return `${label} has an invisible character (U+${code}) at position ${position}. Remove it, or type the address`;
}

/** Removes what `findHiddenCharacterError` finds, for addresses accepted by earlier rules. */
export const withoutHidden = (text: string): string => text.replace(new RegExp(hiddenInAddresses, 'gu'), '');

/** A page of this site: a path that no browser reads as another host. */
const sitePath = /^\/(?![/\\])[^\s\\]*$/;
const anySite = 'https://site.invalid';

/** Returns the path as a browser would request it; undefined unless it stays on this site. */
export function normaliseSitePath(text: string): string | undefined {
  if (!sitePath.test(text) || neverInAddresses.test(text) || !text.isWellFormed()) return undefined;
  const url = parse(anySite + text);
  const path = url?.origin === anySite ? url.pathname + url.search + url.hash : '';
  return sitePath.test(path) ? path : undefined;
}

/** `optionalLine` with `findHiddenCharacterError`. */
export const optionalAddressLine = (label: string) =>
  optionalLine(label, maxLength.url, (input) => findHiddenCharacterError(label, input));

/** A web address, normalized; empty when absent. */
export const optionalWebAddress = (label: string) =>
  optionalAddressLine(label).transform((value, context) => {
    if (value === '') return '';
    const address = normaliseWebAddress(value);
    if (address !== undefined && address.length <= maxLength.url) return address;
    context.addIssue(
      address === undefined
        ? `${label} must be a web address, like https://example.com`
        : tooLong(label, maxLength.url),
    );
    return z.NEVER;
  });
