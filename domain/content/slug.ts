import { firstCharacters } from '../truncate.js';

/** The last part of a post's address: lower-case letters, digits, single hyphens. */
export const slugPattern = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

const maxSlugLength = 80;

/** Whether a text has letters that `slugOf` would leave out. */
export const hasOtherLetters = (text: string): boolean => /(?![a-z])\p{L}/iu.test(text.normalize('NFKD'));

/** Makes a slug from a title; "post" when it has no Latin letter or digit. */
export function slugOf(title: string): string {
  const ascii = title
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/['’]/g, '')
    .replace(/[^a-z0-9]+/g, '-');
  const plain = firstCharacters(ascii, maxSlugLength + 1);
  // Cuts inside a word only without an earlier word boundary.
  const end = Math.max(plain.lastIndexOf('-'), maxSlugLength / 2);
  const shortened = plain.length > maxSlugLength ? plain.slice(0, end) : plain;
  return shortened.replace(/^-|-$/g, '') || 'post';
}
