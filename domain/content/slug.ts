/** The last part of a post's address: small letters, digits, single hyphens. */
export const slugPattern = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

const longestSlug = 80;

/** A slug made from a title; "post" when no letter or digit of it is Latin. */
export function slugOf(title: string): string {
  const plain = title
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/['’]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, longestSlug + 1);
  // A word is not cut in two where there is another before it.
  const whole = plain.length > longestSlug ? plain.slice(0, Math.max(plain.lastIndexOf('-'), longestSlug / 2)) : plain;
  return whole.replace(/^-|-$/g, '') || 'post';
}
