/** What passes for an e-mail address, without the schemas' weight: the footer of every page asks it. */

/** The specification's "simple {email} pattern": something, an at sign, something, a dot, something. Linear in its input. */
export const emailPattern = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** In characters: what a mail server has to take (RFC 5321, 4.5.3.1.3, without the angle brackets). */
export const longestEmail = 254;

/** True for a trimmed text that may be an e-mail address. */
export function isEmailAddress(text: string): boolean {
  return text.length <= longestEmail && emailPattern.test(text);
}
