import { once } from 'node:events';
import type { Response } from 'express';

/** Tables as files that spreadsheet programs open (RFC 4180). */

/**
 * A cell as spreadsheet programs show it, and no more: what begins like a formula gets an apostrophe in front, or opening
 * the file would run it.
 */
export function csvCell(text: string): string {
  const harmless = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) || harmless !== text ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

const line = (cells: string[]) => `${cells.map(csvCell).join(',')}\r\n`;

/**
 * Sends a file of any length in flat memory: a page is asked for when the one before it is on its way. What fails before
 * the first byte is answered as any failure; later the connection is cut, so that nobody takes a part for the whole.
 */
export async function sendCsv(
  response: Response,
  fileName: string,
  header: string[],
  pages: AsyncGenerator<string[][]>,
): Promise<void> {
  const first = await pages.next();
  response
    .status(200)
    .set({ 'Content-Type': 'text/csv; charset=utf-8', 'Content-Disposition': `attachment; filename="${fileName}"` });
  const send = async (text: string) => {
    if (text && !response.write(text)) await Promise.race([once(response, 'drain'), once(response, 'close')]);
  };
  try {
    await send(line(header));
    for (let page = first; !page.done && !response.destroyed; page = await pages.next())
      await send(page.value.map(line).join(''));
    response.end();
  } catch {
    response.destroy();
  }
}
