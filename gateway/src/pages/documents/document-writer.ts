import type { Logger } from '@site/platform/base/injection-tokens';
import type { Config } from '../../config.js';
import type { EventFound } from '../../responses/alert-events.js';
import type { FullPost } from '../../responses/post-responses.js';
import { documentPolicy } from '../../edge/security-headers.js';
import { escapeHtml, headHtml, jsonBlock, type Block, type Head } from '../html.js';
import type { Match } from '../page-paths.js';
import { blockSeparator, eventBlock, fittingBlocks, postBlock } from './embedded-responses.js';
import type { PageResponses } from './page-responses.js';
import { PageRenderer, type Rendering } from './page-renderer.js';
import { renderedDocument } from './rendered-document.js';
import type { WebRoot } from './web-root.js';

/** For county pages on slow connections; the page fetches any data that doesn't fit. */
const maxCountyBytes = 60_000;

/** The address that unknown ones are rendered as, so that they share one document. */
const unknownAddress = '/not-found';

/**
 * Whether the server renders a page. What hidden pages show depends on a session or on a secret in their address. Pages
 * with a token ask the same of every reader, and only their form uses it.
 */
const isRendered = ({ page, found }: Match): boolean => !found || !page.hidden || page.hasToken === true;

/** What a detail's page shows, if it was found. */
export interface DetailContent {
  event?: EventFound | undefined;
  post?: FullPost | undefined;
}

/** A document's text. */
export interface Written {
  html: string;
  /** Whether there was no time to render it. */
  isBusy: boolean;
  /** The content security policy, if the document has one of its own. */
  policy?: string;
}

/** Writes a document: the built index.html with a head, the page's markup, and the data that it was rendered from. */
export class DocumentWriter {
  private renderer: { of: string; pages: PageRenderer } | undefined;

  constructor(
    private readonly config: Config,
    private readonly web: WebRoot,
    private readonly pageResponses: PageResponses,
    private readonly logger: Logger,
  ) {
    // So that the thread is ready for the first visitor.
    if (web.serverScript) this.rendererOf(web.serverScript);
  }

  /** Whether a page gets markup, as long as rendering it works. */
  renders(match: Match): boolean {
    return this.web.serverScript !== undefined && isRendered(match);
  }

  /** @param onDeferred called with the document if rendering it takes longer than a request may wait */
  async write(
    match: Match,
    head: Head,
    { event, post }: DetailContent,
    onDeferred: (written: Written) => void,
  ): Promise<Written> {
    const { detail, route } = match;
    const scripts = route ? this.web.scriptsOf(route) : [];
    // A replacer function, so that "$&" in a text isn't special.
    const page = (this.web.template ?? '').replace('<!--head-->', () => headHtml(head, scripts));
    const alternatives = match.page.embeds.map((name) => this.pageResponses.blocks(name, match));
    const availableBytes = match.county ? maxCountyBytes - Buffer.byteLength(page) : Infinity;
    const blocks = fittingBlocks(alternatives, availableBytes);
    if (detail?.kind === 'warning') blocks.push(...eventBlock(event));
    if (post) blocks.push(...postBlock(post.prepared));
    const withBlocks = (written: Written): Written => ({
      ...written,
      html: written.html.replace('<!--home-->', () => blocks.map(jsonBlock).join(blockSeparator)),
    });
    return withBlocks(await this.withMarkup(page, match, blocks, (written) => onDeferred(withBlocks(written))));
  }

  /** Adds the page's markup to a document. Without it, the document still works, as an application. */
  private async withMarkup(
    page: string,
    match: Match,
    blocks: Block[],
    onDeferred: (written: Written) => void,
  ): Promise<Written> {
    const { serverScript } = this.web;
    if (!serverScript || !isRendered(match)) return { html: page, isBusy: false };
    const address = match.found ? match.canonical : unknownAddress;
    const time = Date.now();
    const jsonById = Object.fromEntries(blocks.map(({ id, json }) => [id, json]));
    const finish = (rendering: Rendering): Written => {
      if (typeof rendering === 'string') return { html: page, isBusy: rendering === 'busy' };
      const attributes = `id="root" data-address="${escapeHtml(address)}" data-time="${time}"`;
      // The service worker removes what is between the comments from copies for offline use.
      const root = `<!--rendered--><div ${attributes}>${rendering.markup}</div><!--/rendered-->`;
      const { styles, deferredStyles } = rendering;
      const policy = documentPolicy(
        this.config,
        [styles, deferredStyles].filter((text) => text !== undefined),
      );
      return { html: renderedDocument(page, root, styles), isBusy: false, policy };
    };
    const pageToRender = { address, origin: new URL(this.config.PUBLIC_URL).origin, time, blocks: jsonById };
    return finish(
      await this.rendererOf(serverScript).render(pageToRender, (rendering) => onDeferred(finish(rendering))),
    );
  }

  /** Every build of the pages has its own renderer. */
  private rendererOf(serverScript: string): PageRenderer {
    const { version } = this.web;
    if (this.renderer?.of !== version) {
      void this.renderer?.pages.close();
      this.renderer = { of: version, pages: new PageRenderer(serverScript, this.logger) };
    }
    return this.renderer.pages;
  }

  async close(): Promise<void> {
    await this.renderer?.pages.close();
  }
}
