import { StrictMode } from 'react';
import { prerender } from 'react-dom/static';
import { StaticRouter } from 'react-router-dom';
import { withDocument, type RenderedFrom } from '../api/page-document.js';
import { createQueryClient, Providers } from '../shell/app.js';
import { publicPages } from '../shell/public/pages.js';
import { SiteRoutes } from '../shell/router.js';

export interface PageToRender extends RenderedFrom {
  /** The site's origin. */
  origin: string;
  /** The document's JSON blocks by id. */
  blocks: Readonly<Record<string, string>>;
}

/** Loads the code of all public pages, so that none is rendered as its placeholder. */
export async function loadPages(): Promise<void> {
  for (const { fetch } of publicPages) await fetch?.();
}

async function textOf(stream: ReadableStream<Uint8Array>): Promise<string> {
  const reader = stream.getReader();
  const decoder = new TextDecoder();
  let text = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    text += decoder.decode(value, { stream: true });
  }
}

/**
 * Renders a public page to HTML, without preload links: the gateway knows what to preload. Call `loadPages` first, and
 * render one page at a time.
 * @throws the first error of any component, even where the browser would show the rest of the page
 */
export function renderPage({ blocks, ...page }: PageToRender): Promise<string> {
  const entries = Object.entries(blocks).map(([id, textContent]) => [id, { textContent }] as const);
  return withDocument({ ...page, blocks: new Map(entries) }, async () => {
    const errors: unknown[] = [];
    const { prelude } = await prerender(
      <StrictMode>
        <Providers client={createQueryClient()}>
          <StaticRouter location={page.address}>
            <SiteRoutes />
          </StaticRouter>
        </Providers>
      </StrictMode>,
      // Larger sections would otherwise be moved into place by inline scripts, which the policy forbids.
      { progressiveChunkSize: Infinity, onError: (error) => void errors.push(error) },
    );
    const html = await textOf(prelude);
    if (errors.length > 0) throw errors[0];
    return html.replace(/^(?:<link rel="preload"[^>]*>)+/, '');
  });
}
