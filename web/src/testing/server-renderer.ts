import { ReadableStream } from 'node:stream/web';
import type { PageToRender } from '../server/render-page.js';

/** React's renderer schedules with this. Node's own would keep the test process running. */
class TimerChannel {
  readonly port1: { onmessage?: () => void } = {};
  readonly port2 = { postMessage: () => void setTimeout(() => this.port1.onmessage?.()) };
}

/** Loads the server's renderer, for which jsdom lacks some of Node's globals, and the code of all pages. */
export async function serverRenderer(): Promise<(page: PageToRender) => Promise<string>> {
  Object.assign(globalThis, { MessageChannel: TimerChannel, ReadableStream });
  Object.defineProperty(ArrayBuffer.prototype, 'detached', { configurable: true, get: () => false });
  const { prerender } = await import('react-dom/static');
  const { loadPages, renderPage } = await import('../server/render-page.js');
  await loadPages();
  return async (page) => {
    const html = await renderPage(page);
    // The renderer leaves its contexts set, which in one process are the browser's, too. The next rendering resets them.
    await prerender(null);
    return html;
  };
}
