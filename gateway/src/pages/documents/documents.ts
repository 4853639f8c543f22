/**
 * The site's HTML documents: the built index.html plus title, description, link preview, the page's markup, and the data
 * that it was rendered from. Cached; rebuilt when any of these changes.
 */
import { HttpException, Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { LOGGER, type Logger } from '@site/platform/base/injection-tokens';
import { movedPaths } from '@site/domain/public-pages';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { LRUCache } from 'lru-cache';
import { addressKeyOf } from '@site/platform/base/ip-address';
import { CONFIG, type Config } from '../../config.js';
import { render, sendFailure } from '../../edge/error.filter.js';
import { missing, wrongMethod } from '../../edge/http-errors.js';
import { SharedWork } from '../../responses/coalesced.js';
import { prepare, sendPrepared, type Headers, type Prepared } from '../../responses/prepared-response.js';
import { PublicResponses } from '../../responses/public-responses.js';
import { documentPolicy } from '../../edge/security-headers.js';
import { withDetail, withShare } from './detail-heads.js';
import { DocumentWriter, type Written } from './document-writer.js';
import { plainHead, type Head } from '../html.js';
import { addressOfPost, matchPage, notFound, type Match } from '../page-paths.js';
import { PageDetails, type RequestContext } from './page-details.js';
import { PageResponses } from './page-responses.js';
import { structuredData } from './structured-data.js';
import { WebRoot } from './web-root.js';

/** Paths of Nest's routes; any other path is a file or a page. */
const routePattern =
  /^\/(main|admin|media|docs|docs-json|docs-yaml|healthz|readyz|csp-report|hooks|now|es|embed|subscription|share|go|alerts\.atom)(\/|$)/;

/**
 * A missing script must not return a document: a browser would accept it as the script and keep an old worker forever.
 */
const script = /\.m?js$/;

const notBuilt = 'The web application has not been built yet: run "npm run build", or "npm start".';

/** A message always belongs to the same event; only the event's page changes. */
const redirectCaching = 'public, max-age=60';

/** Each takes about 35 kB. */
const maxDocuments = 300;

/** How long a document's ages ("3 minutes ago") may stay the same. */
const renderedForMs = 45_000;
/** How old the last document may be when there is no time to render another. */
const maxAgeMs = 60_000;
/** How long to wait before rendering again, so that a busy gateway doesn't spend its time on documents without markup. */
const retryAfterMs = 1_500;

/**
 * Returns the redirect target: a message redirects to its event, which outlives it; a former slug redirects to the
 * current one.
 */
function elsewhereOf({ detail, route }: Match, { event, post }: RequestContext): string | undefined {
  if (typeof post === 'object' && route === '/blog/:slug' && post.post.slug !== detail?.id)
    return addressOfPost(post.post);
  if (typeof event !== 'object' || (detail?.kind === 'warning' && event.event_key === detail.id)) return undefined;
  return `/warning/${encodeURIComponent(event.event_key)}`;
}

interface Document {
  /** The document is stale once it changes. */
  inputVersion: string;
  prepared: Prepared;
  status: 200 | 404;
  /** Monotonic times in milliseconds. */
  writtenAt: number;
  /** Sent until then, whatever has changed, because there was no time to render another. */
  heldUntil: number;
  hasMarkup: boolean;
}

/** The list whose changes invalidate a detail's page. */
const listOf = {
  post: '/main/post',
  snapshot: '/main/snapshots',
  alert: '/main/weather/alerts',
  warning: '/main/weather/alerts',
} as const;

@Injectable()
export class Documents implements OnModuleDestroy {
  private readonly web: WebRoot;
  private readonly documents = new LRUCache<string, Document>({ max: maxDocuments });
  private readonly making = new SharedWork<Document>();
  private readonly headers: Headers;
  private readonly writer: DocumentWriter;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(PublicResponses) private readonly publicResponses: PublicResponses,
    @Inject(PageResponses) private readonly pageResponses: PageResponses,
    @Inject(PageDetails) private readonly details: PageDetails,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.web = new WebRoot(config.WEB_ROOT, { policy: documentPolicy(config), isOff: config.SW_OFF });
    this.headers = {
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'public, max-age=0, s-maxage=1, stale-while-revalidate=2',
      'Content-Security-Policy': documentPolicy(config),
    };
    if (!this.web.template) logger.warn(notBuilt);
    this.writer = new DocumentWriter(config, this.web, pageResponses, logger);
  }

  get haveBuild(): boolean {
    return this.web.template !== undefined;
  }

  /** Middleware for every request outside the API and pictures. */
  readonly handler: RequestHandler = (request, response, next) =>
    routePattern.test(request.path) ? next() : this.answer(request, response, next);

  private async answer(request: Request, response: Response, next: NextFunction): Promise<void> {
    const isFile = this.web.has(request.path);
    const match = matchPage(request.path, new URLSearchParams(request.url.split('?', 2)[1]));
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      const methods = match.page.hasToken ? ['GET', 'HEAD', 'POST'] : ['GET', 'HEAD'];
      if (!isFile && (!match.found || methods.includes(request.method))) return next();
      response.setHeader('Allow', methods.join(', '));
      return sendFailure(response, render(wrongMethod()));
    }
    if (isFile) return this.web.send(request, response);
    const moved = Object.hasOwn(movedPaths, request.path) ? movedPaths[request.path] : undefined;
    if (moved) return response.set('Cache-Control', redirectCaching).redirect(301, moved);
    if (script.test(request.path)) return sendFailure(response, render(missing('This address does not exist.')));
    if (!this.web.template) return void response.status(503).type('text/plain').send(`${notBuilt}\n`);
    try {
      const client = addressKeyOf(request.ip);
      const context = await this.details.load(match, client);
      const elsewhere = elsewhereOf(match, context);
      if (elsewhere) return response.set('Cache-Control', redirectCaching).redirect(302, elsewhere);
      const document = await this.find(match, context);
      sendPrepared(request, response, document.prepared, document.status);
    } catch (error) {
      if (!(error instanceof HttpException)) throw error;
      sendFailure(response, render(error));
    }
  }

  private computeInputVersion(match: Match, { post }: RequestContext): string {
    const { page, detail, county } = match;
    const digests = page.embeds.map((name) => this.pageResponses.version(name, county));
    const ofDetail =
      typeof post === 'object'
        ? post.prepared.digest
        : detail && this.publicResponses.ready(listOf[detail.kind])?.digest;
    return [this.web.version, ...digests, ofDetail].join('|');
  }

  private async find(match: Match, context: RequestContext): Promise<Document> {
    const key = match.found ? match.canonical : '404';
    const cached = this.documents.get(key);
    if (cached && this.isFresh(cached, match, context)) return cached;
    return this.making.run(key, () => this.make(match, key, context));
  }

  private isFresh({ inputVersion, writtenAt, heldUntil }: Document, match: Match, context: RequestContext): boolean {
    const now = performance.now();
    if (now < heldUntil) return true;
    const areAgesRight = now - writtenAt < renderedForMs || !this.writer.renders(match);
    return areAgesRight && inputVersion === this.computeInputVersion(match, context);
  }

  /**
   * Returns the page's last document if it's recent and has markup: while the gateway is busy, a warning that is a minute
   * old is better than a page that has yet to load.
   */
  private findLast(key: string): Document | undefined {
    const last = this.documents.get(key);
    return last?.hasMarkup && performance.now() - last.writtenAt < maxAgeMs ? last : undefined;
  }

  private async make(match: Match, key: string, context: RequestContext): Promise<Document> {
    await this.pageResponses.wait(match);
    const inputVersion = this.computeInputVersion(match, context);
    const plain = plainHead(match.page, this.config.PUBLIC_URL + match.canonical);
    const found = match.detail && (await this.details.head(match.detail, context));
    if (found === 'missing') return this.find(notFound, context);
    const head =
      match.detail && typeof found === 'object' ? withDetail(plain, found, match.detail) : this.plain(match, plain);
    const store = async ({ html, isBusy, policy }: Written): Promise<Document> => {
      const headers = policy ? { ...this.headers, 'Content-Security-Policy': policy } : this.headers;
      const now = performance.now();
      const last = isBusy ? this.findLast(key) : undefined;
      // Without its detail or, for lack of time, its markup, a request tries again soon.
      const isIncomplete = isBusy || found === 'unknown';
      const document: Document = {
        ...(last ?? {
          inputVersion: isIncomplete ? '' : inputVersion,
          prepared: await prepare(html, headers, { isCompact: true }),
          status: match.found ? 200 : 404,
          writtenAt: now,
          hasMarkup: policy !== undefined,
        }),
        heldUntil: isIncomplete ? now + retryAfterMs : 0,
      };
      this.documents.set(key, document);
      return document;
    };
    const onDeferred = (deferred: Written) =>
      void store(deferred).catch((error: unknown) =>
        this.logger.error({ err: error }, 'could not store a late document'),
      );
    const { event } = context;
    const post = typeof context.post === 'object' ? context.post : undefined;
    const headWithData = { ...head, structuredData: structuredData(match, head, post?.post) };
    return store(await this.writer.write(match, headWithData, { event, post }, onDeferred));
  }

  /** Returns the head of a page without a detail. The home page's preview shows the current weather and alerts. */
  private plain({ found, canonical }: Match, head: Head): Head {
    if (!found || canonical !== '/') return head;
    return withShare(
      head,
      { kind: 'home' },
      [this.pageResponses.ready('weather')?.digest, this.pageResponses.ready('alerts')?.digest].join(),
    );
  }

  async onModuleDestroy(): Promise<void> {
    await this.writer.close();
  }
}
