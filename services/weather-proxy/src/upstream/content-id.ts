import { createHash } from 'node:crypto';

/**
 * Derived from the content, so that every process creates the same key for a picture. A UUIDv7, like the ids in the
 * gateway's media keys.
 * @param recipe how the picture is made: a different recipe gives different ids
 * @param atMs the time inside the id; 0 (1970) where no visitor would wait for a missing picture
 */
export function contentId(recipe: string, bytes: Buffer, atMs = 0): string {
  const hash = createHash('sha256').update(recipe).update(bytes).digest('hex');
  const variant = '89ab'.charAt(Number.parseInt(hash.charAt(3), 16) & 3);
  const time = atMs.toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${hash.slice(0, 3)}-${variant}${hash.slice(4, 7)}-${hash.slice(8, 20)}`;
}
