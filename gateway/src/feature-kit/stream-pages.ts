import { once } from 'node:events';
import type { Response } from 'express';

/**
 * Streams a file of any length in constant memory, fetching each page while the previous one is sent. Failures before
 * the first byte get the usual error response; later ones cut the connection, so that a partial file isn't taken for a
 * complete one.
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
