/**
 * Parses image addresses below /media. Accepts only the picture worker's names for its own encodings and PDFs of posts.
 */
import { pdfType } from '@site/domain/images/image-limits';

export interface MediaKey {
  objectKey: string;
  /** Otherwise for moderators only. */
  published: boolean;
  mediaType: string;
  /** Pictures get a file name independent of the visitor's. A PDF is always downloaded, under the link's name. */
  disposition: string;
  /** From its UUIDv7 (RFC 9562, 5.7). */
  createdAtMs: number;
}

const mediaTypes: Record<string, string> = {
  webp: 'image/webp',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  avif: 'image/avif',
  pdf: pdfType,
};

/** `snapshots/3f/0198….-640.webp`, below pending/ until a moderator approves it. */
const pattern =
  /^(?<pending>pending\/)?(?<name>[a-z]{1,20}\/(?<folder>[0-9a-f]{2})\/(?<id>[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12})-[1-9]\d{0,4})\.(?<extension>[a-z]{3,4})$/;

/** Parses a path; undefined if it can't be one of our pictures. */
export function parseMediaKey(path: string): MediaKey | undefined {
  const { pending, name, folder, id, extension } = pattern.exec(path)?.groups ?? {};
  const mediaType = mediaTypes[extension ?? ''];
  if (!name || !id || !mediaType || !folder || !id.endsWith(folder)) return undefined;
  return {
    objectKey: `${pending ? 'pending' : 'public'}/${name}.${extension}`,
    published: !pending,
    mediaType,
    disposition: mediaType === pdfType ? 'attachment' : `inline; filename="image.${extension}"`,
    createdAtMs: Number.parseInt(id.replace('-', '').slice(0, 12), 16),
  };
}
