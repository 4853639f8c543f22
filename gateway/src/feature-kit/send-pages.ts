import { once } from 'node:events';
import type { Response } from 'express';

/**
 * Sends a file of any length in flat memory: a page is asked for when the one before it is on its way. What fails before
 * the first byte is answered as any failure; later the connection is cut, so that nobody takes a part for the whole.
 */
export async function sendPages(
  response: Response,
  { name, mediaType }: { name: string; mediaType: string },
  pages: AsyncGenerator<string>,
): Promise<void> {
  const first = await pages.next();
  response.status(200).set({ 'Content-Type': mediaType, 'Content-Disposition': `attachment; filename="${name}"` });
  const send = async (text: string) => {
    if (text && !response.write(text)) await Promise.race([once(response, 'drain'), once(response, 'close')]);
  };
  try {
    for (let page = first; !page.done && !response.destroyed; page = await pages.next()) await send(page.value);
    response.end();
  } catch {
    response.destroy();
  }
}
