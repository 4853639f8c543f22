/** Formats phone numbers as typed: American numbers in US style, with tel links where possible. */

/** Ten digits, with or without the country code 1: area code and exchange never begin with 0 or 1. */
const northAmerican = /^(?:\+?1)?([2-9]\d{2})([2-9]\d{2})(\d{4})$/;
const separators = /[\s().\-/\u00a0\u2010\u2011\u2013]/g;

/** "+15015550111" → "(501) 555-0111"; leaves foreign numbers and other text as typed. */
export function formatPhone(typed: string): string {
  const match = northAmerican.exec(typed.replace(separators, ''));
  return match ? `(${match[1]}) ${match[2]}-${match[3]}` : typed;
}

/** Returns a `tel:` URI (RFC 3966); undefined if it isn't a number, for instance "after six, ext. 12". */
export function phoneHref(typed: string): string | undefined {
  const digits = typed.replace(separators, '');
  const match = northAmerican.exec(digits);
  if (match) return `tel:+1${match[1]}${match[2]}${match[3]}`;
  return /^\+?\d{3,15}$/.test(digits) ? `tel:${digits}` : undefined;
}
