/** Telephone numbers as people wrote them: shown the American way where they are American, dialled where they can be. */

/** A North American number of ten digits, with or without the country's 1: area code and exchange never begin with 0 or 1. */
const northAmerican = /^(?:\+?1)?([2-9]\d{2})([2-9]\d{2})(\d{4})$/;
/** What people put between the digits. */
const separators = /[\s().\-/\u00a0\u2010\u2011\u2013]/g;

/** "+15015550111" as "(501) 555-0111"; a number of another country, and what is no number, as it was typed. */
export function phoneWords(typed: string): string {
  const match = northAmerican.exec(typed.replace(separators, ''));
  return match ? `(${match[1]}) ${match[2]}-${match[3]}` : typed;
}

/** The `tel:` address (RFC 3966) that dials it; undefined when this is no number, for instance "after six, ext. 12". */
export function phoneHref(typed: string): string | undefined {
  const digits = typed.replace(separators, '');
  const match = northAmerican.exec(digits);
  if (match) return `tel:+1${match[1]}${match[2]}${match[3]}`;
  return /^\+?\d{3,15}$/.test(digits) ? `tel:${digits}` : undefined;
}
