import { createHash } from 'node:crypto';

/**
 * A UUIDv7 derived from the content, so that every process creates the same key.
 * @param recipe how the picture is made
 * @param atMs the time inside the id; 0 where no visitor waits for a missing picture
 */
export function contentId(recipe: string, bytes: Buffer, atMs = 0): string {
  const hash = createHash('sha256').update(recipe).update(bytes).digest('hex');
  const variant = '89ab'.charAt(Number.parseInt(hash.charAt(3), 16) & 3);
  const time = atMs.toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${hash.slice(0, 3)}-${variant}${hash.slice(4, 7)}-${hash.slice(8, 20)}`;
}
