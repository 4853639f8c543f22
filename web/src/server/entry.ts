import { readFileSync } from 'node:fs';
import { parentPort } from 'node:worker_threads';
import { loadPages, renderPage, type PageToRender } from './render-page.js';
import { usedStylesOf } from './used-styles.js';

/**
 * The gateway's rendering thread (gateway/src/pages/documents/page-renderer.ts). Answers each page with its markup and
 * the styles that it uses, or the reason for having none, one at a time, after a first empty message that it is ready.
 */

if (!parentPort) throw new Error('this is a worker thread');
const port = parentPort;

/** Renderings until V8 has compiled what all pages share. */
const warmUps = 5;

const usedStyles = usedStylesOf(readFileSync(new URL('styles.css', import.meta.url), 'utf8'));
await loadPages();
for (let count = 0; count < warmUps; count += 1) await renderPage({ address: '/', time: Date.now(), blocks: {} });

port.on('message', (page: PageToRender) => {
  renderPage(page).then(
    (markup) => port.postMessage({ markup, styles: usedStyles(markup) }),
    (error: unknown) => port.postMessage({ error: error instanceof Error ? error.stack : String(error) }),
  );
});
port.postMessage({});
