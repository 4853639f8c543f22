/** CSV downloads for spreadsheet programs (RFC 4180). */
import type { Response } from 'express';
import { sendPages } from '../../feature-kit/stream-pages.js';

/** Escapes a cell. An apostrophe keeps text that looks like a formula from running. */
export function csvCell(text: string): string {
  const harmless = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) || harmless !== text ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

const line = (cells: string[]) => `${cells.map(csvCell).join(',')}\r\n`;

/** Streams a CSV download page by page, as fast as the client reads. */
export async function sendCsv(
  response: Response,
  fileName: string,
  header: string[],
  pages: AsyncGenerator<string[][]>,
): Promise<void> {
  const generateChunks = async function* () {
    let start = line(header);
    for await (const page of pages) {
      yield start + page.map(line).join('');
      start = '';
    }
    if (start) yield start;
  };
  await sendPages(response, { name: fileName, mediaType: 'text/csv; charset=utf-8' }, generateChunks());
}
