import { z } from 'zod';
import { maxLength, optionalLine, tooLong } from './fields.js';

/**
 * Links that people give us. We show them to everybody and never fetch them, so the only dangers are a scheme that runs
 * something and an address that hides where it leads; neither passes.
 */

/** Labels of letters, digits and hyphens; the last is a top-level domain of letters, or one in another script (punycode). */
const hostPattern = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?:[a-z]{2,63}|xn--[a-z0-9-]{1,59})$/;

/** What no address needs: white space and control characters, which parsers drop, and backslashes, which they read as slashes. */
// eslint-disable-next-line no-control-regex -- control characters are what this looks for
const neverInAddresses = /[\s\\\u0000-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/;

/**
 * The address as a browser would open it, with `https://` added if it has no scheme; undefined unless it is http or https with
 * a public-looking host and no user name or port.
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

/** A web address that may be empty or absent (then it reads as empty); anything else reads normalised. */
export const optionalWebAddress = (label: string) =>
  optionalLine(label, maxLength.url).transform((value, context) => {
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
