/**
 * The gateway's rendering thread (gateway/src/pages/documents/page-renderer.ts). Answers each page with its markup and
 * the styles that it uses, or the reason for having none, one at a time, after a first empty message that it is ready.
 */
import { readFileSync } from 'node:fs';
import { parentPort } from 'node:worker_threads';
import { loadPages, renderPage, type PageToRender } from './render-page.js';
import { deferredStylesMarker } from '../ui/deferred-styles.js';
import { usedStylesOf } from './used-styles.js';

if (!parentPort) throw new Error('this is a worker thread');
const port = parentPort;

/** Renderings until V8 has compiled what all pages share. */
const warmUps = 5;

const usedStyles = usedStylesOf(readFileSync(new URL('styles.css', import.meta.url), 'utf8'));
await loadPages();
const warmUp: PageToRender = { address: '/', origin: 'https://localhost', time: Date.now(), blocks: {} };
for (let count = 0; count < warmUps; count += 1) await renderPage(warmUp);

/** Returns the markup with its styles: all before it, or those of its first part before and all after that part. */
function withStyles(markup: string) {
  const at = markup.indexOf(deferredStylesMarker);
  if (at < 0) return { markup, styles: usedStyles(markup) };
  const deferredStyles = usedStyles(markup, { isContinued: true });
  return {
    markup: markup.replace(deferredStylesMarker, () => `<style>${deferredStyles}</style>`),
    styles: usedStyles(markup.slice(0, at)),
    deferredStyles,
  };
}

port.on('message', (page: PageToRender) => {
  renderPage(page).then(
    (markup) => port.postMessage(withStyles(markup)),
    (error: unknown) => port.postMessage({ error: error instanceof Error ? error.stack : String(error) }),
  );
});
port.postMessage({});
