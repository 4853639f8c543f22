/** PDF files: both ends show the type and completeness. Readers download them; no page displays one. */
import type { ByteSource } from './byte-reader.js';

/** PDF readers look for the header in the first 1,024 bytes (ISO 32000-1, annex H, note 13). */
const maxPrefixBytes = 1_024;
const tailBytes = 4 * 1024;
const blockBytes = 64 * 1024;

/**
 * Text, as printer drivers, mail programs and scanners write it before the header: a byte order mark, PJL or PostScript
 * lines, empty lines or NULs. Excludes markup and the control characters of every other binary format.
 */
// eslint-disable-next-line no-control-regex -- these are what the rule is about
const plainPrefix = /^(?!#!|MZ|PK|\{\\rtf)[\0\x04\t\n\f\r\x1a\x1b -;=-~\x80-\xff]*$/;

/** Returns whether a file starts like a PDF and like nothing else that opens on its own. */
export function startsLikePdf(head: Uint8Array): boolean {
  const text = String.fromCharCode(...head.subarray(0, maxPrefixBytes + 6));
  const header = text.search(/%PDF-\d/);
  return header >= 0 && plainPrefix.test(text.slice(0, header));
}

/** Fills the last block of a tape, a disk or a download. */
const isPadding = (byte: number) => byte === 0xff || byte === 0x1a || byte <= 0x20;

/** Returns whether a file ends like a complete PDF: with a marker, a few bytes of a program, and any padding. */
export async function endsLikePdf(source: ByteSource): Promise<boolean> {
  let end = source.size;
  while (end > 0) {
    const start = Math.max(0, end - blockBytes);
    const lastDataIndex = (await source.read(start, end - start)).findLastIndex((byte) => !isPadding(byte));
    end = start + lastDataIndex + 1;
    if (lastDataIndex >= 0) break;
  }
  const start = Math.max(0, end - tailBytes);
  return String.fromCharCode(...(await source.read(start, end - start))).includes('%%EOF');
}
