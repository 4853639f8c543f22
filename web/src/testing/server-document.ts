import type { PageToRender } from '../server/render-page.js';

/** Puts a page into the document as the gateway sends it: markup, and the blocks that it was rendered from. */
export function openDocument({ address, origin, time, blocks }: PageToRender, markup: string): HTMLElement {
  window.history.replaceState(null, '', address);
  const canonical = document.createElement('link');
  Object.assign(canonical, { rel: 'canonical', href: origin + address });
  document.head.querySelector('link[rel=canonical]')?.remove();
  document.head.append(canonical);
  const root = document.createElement('div');
  root.id = 'root';
  Object.assign(root.dataset, { address, time: String(time) });
  root.innerHTML = markup;
  // Browsers with scripts parse this as text.
  for (const noscript of root.querySelectorAll('noscript')) noscript.textContent = noscript.innerHTML;
  const scripts = Object.entries(blocks).map(([id, text]) => {
    const script = document.createElement('script');
    Object.assign(script, { type: 'application/json', id, textContent: text });
    return script;
  });
  document.body.replaceChildren(root, ...scripts);
  return root;
}
