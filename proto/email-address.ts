/** What counts as an e-mail address. Apart from the schemas, so that the footer of every page does not have to load zod. */

/** The specification's "simple {email} pattern": something, an at sign, something, a dot, something. Linear in its input. */
export const emailPattern = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** In characters: what a mail server must accept (RFC 5321, 4.5.3.1.3, without the angle brackets). */
export const longestEmail = 254;

/** Whether a trimmed text looks like an e-mail address. */
export function isEmailAddress(text: string): boolean {
  return text.length <= longestEmail && emailPattern.test(text);
}
