import { status } from '@grpc/grpc-js';
import { HttpException, Inject, Injectable } from '@nestjs/common';
import { isId } from '@site/platform/ids';
import type { Picture } from '@site/proto/gen/nest/pictures/v1/pictures';
import { LOGGER, type Logger } from '@site/platform/tokens';
import type { Request, RequestHandler } from 'express';
import { LRUCache } from 'lru-cache';
import { clientNetwork } from '../../edge/client-network.js';
import { Clients } from '../../edge/clients/clients.js';
import { CONFIG, type Config } from '../../config.js';
import { render, sendFailure } from '../../edge/error.filter.js';
import { busy } from '../../edge/failures.js';
import { fallbackUrl, pictureJson } from '../../answers/pictures.js';
import { AlertEvents, type EventFound } from '../../answers/alert-events.js';
import { CurrentAlerts } from '../../answers/current-alerts.js';
import { defaultForecast, Forecasts } from '../../answers/forecasts.js';
import { prepare, sendPrepared, type Prepared } from '../../answers/prepared.js';
import { PublicAnswers } from '../../answers/public-answers.js';
import { RateLimits } from '../../edge/rate-limit.guard.js';
import { documentPolicy } from '../../edge/security-headers.js';
import { AbridgedAlerts, eventBlock, textOf } from './embedded-answers.js';
import { eventHead } from './event-head.js';
import { headHtml, jsonBlock, plainHead, summaryOf, type Head } from '../html.js';
import { matchPage, notFound, siteName, type Detail, type Embedded, type Match } from '../pages.js';
import { WebRoot } from './web-root.js';

/**
 * The site's HTML documents: the built index.html with the page's title, description and shared-link texts, and the
 * answers that its first paint needs. Kept ready like the answers; made anew when one of those changed.
 */

/** Addresses that are Nest's: everything else is a file or a page. */
const answered = /^\/(main|admin|media|docs|docs-json|docs-yaml|healthz|readyz|csp-report|now|alerts\.atom)(\/|$)/;

const notBuilt = 'The web application has not been built yet: run "npm run build", or "npm start".';

/** A message belongs to its event for ever, and the event's page is what changes. */
const redirectCaching = 'public, max-age=60';

/** Each holds the home answer three times over (plain, gzip, brotli): about 100 kB. */
const mostDocuments = 100;

/** How wide a detail's picture is shown: as its page in the web application says. */
const shownWidths: Partial<Record<Detail['kind'], string>> = {
  post: '(min-width: 768px) 720px, 100vw',
  snapshot: '(min-width: 960px) 912px, 92vw',
};

/** What the page of a detail will draw first, by far. */
function preloadOf(picture: Picture | undefined, kind: Detail['kind']) {
  const sizes = shownWidths[kind];
  const webp = pictureJson(picture)?.sizes.filter(({ type }) => type === 'image/webp') ?? [];
  if (!sizes || webp.length === 0) return undefined;
  return { srcset: webp.map(({ src, width }) => `${src} ${width}w`).join(', '), sizes };
}

/** Where what was asked for has its page: a message's is its event's, which outlives the message. */
function elsewhereOf({ detail }: Match, event: EventFound | undefined): string | undefined {
  if (typeof event !== 'object' || (detail?.kind === 'warning' && event.event_key === detail.id)) return undefined;
  return `/warning/${encodeURIComponent(event.event_key)}`;
}

interface Document {
  /** What it was made from; another content of any of it makes the document old. */
  madeFrom: string;
  prepared: Prepared;
  status: 200 | 404;
}

@Injectable()
export class Documents {
  private readonly web: WebRoot;
  private readonly documents = new LRUCache<string, Document>({ max: mostDocuments });
  private readonly making = new Map<string, Promise<Document>>();
  private readonly headers: Record<string, string>;
  private readonly abridged = new AbridgedAlerts();

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(PublicAnswers) private readonly answers: PublicAnswers,
    @Inject(Forecasts) private readonly forecasts: Forecasts,
    @Inject(CurrentAlerts) private readonly alerts: CurrentAlerts,
    @Inject(AlertEvents) private readonly events: AlertEvents,
    @Inject(Clients) private readonly clients: Clients,
    @Inject(RateLimits) private readonly rateLimits: RateLimits,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.web = new WebRoot(config.WEB_ROOT);
    this.headers = {
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'public, max-age=0, s-maxage=1, stale-while-revalidate=2',
      'Content-Security-Policy': documentPolicy(config),
    };
    if (!this.web.template) logger.warn(notBuilt);
  }

  /** Whether there is a built web application to serve. */
  get haveBuild(): boolean {
    return this.web.template !== undefined;
  }

  /** The middleware for everything that is neither an API answer nor a picture. */
  readonly handler: RequestHandler = async (request, response, next) => {
    if (answered.test(request.path)) return next();
    const isFile = this.web.has(request.path);
    const match = matchPage(request.path, new URLSearchParams(request.url.split('?', 2)[1]));
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      if (!isFile && !match.found) return next();
      response.setHeader('Allow', 'GET, HEAD');
      return sendFailure(response, { status: 405, message: 'This address does not take that method.' });
    }
    if (isFile) return this.web.send(request, response);
    if (!this.web.template) return void response.status(503).type('text/plain').send(`${notBuilt}\n`);
    try {
      const event = await this.eventOf(match, request);
      const elsewhere = elsewhereOf(match, event);
      if (elsewhere) return response.set('Cache-Control', redirectCaching).redirect(302, elsewhere);
      const document = await this.find(match, request, event);
      sendPrepared(request, response, document.prepared, document.status);
    } catch (error) {
      if (!(error instanceof HttpException)) throw error;
      sendFailure(response, render(error));
    }
  };

  private embedded(name: Embedded): Prepared | undefined {
    if (name === 'home') return this.answers.ready('/main/home');
    if (name === 'alerts') return this.answers.ready('/main/weather/alerts');
    return this.forecasts.ready(defaultForecast);
  }

  /** The event that a page is about; who makes us ask the weather proxy for it is counted. */
  private async eventOf({ detail }: Match, request: Request): Promise<EventFound | undefined> {
    if (detail?.kind !== 'alert' && detail?.kind !== 'warning') return undefined;
    if (!this.events.isHeld(detail.id) && !this.alerts.lists(detail.id))
      await this.rateLimits.take('read', clientNetwork(request.ip));
    return this.events.find(detail.id);
  }

  private madeFrom({ page, detail }: Match): string {
    const lists = {
      post: '/main/post',
      snapshot: '/main/snapshots',
      alert: '/main/weather/alerts',
      warning: '/main/weather/alerts',
    } as const;
    const digests = page.embeds.map((name) => this.embedded(name)?.digest);
    return [this.web.version, ...digests, detail && this.answers.ready(lists[detail.kind])?.digest].join('|');
  }

  private async find(match: Match, request: Request, event?: EventFound): Promise<Document> {
    const key = match.found ? match.canonical : '404';
    const kept = this.documents.get(key);
    if (kept?.madeFrom === this.madeFrom(match)) return kept;
    const underWay = this.making.get(key);
    if (underWay) return underWay;
    const made = this.make(match, key, request, event).finally(() => this.making.delete(key));
    this.making.set(key, made);
    return made;
  }

  private async make(match: Match, key: string, request: Request, event?: EventFound): Promise<Document> {
    const madeFrom = this.madeFrom(match);
    const head = match.detail ? await this.detailHead(match, match.detail, request, event) : this.headOf(match);
    if (head === 'missing') return this.find(notFound, request);
    const html = this.html(match, head === 'unknown' ? this.headOf(match) : head, event);
    const document: Document = {
      madeFrom,
      prepared: await prepare(html, this.headers),
      status: match.found ? 200 : 404,
    };
    // What could not be found out is asked again with the next request.
    if (head !== 'unknown') this.documents.set(key, document);
    return document;
  }

  private headOf = (match: Match): Head => plainHead(match.page, this.config.PUBLIC_URL + match.canonical);

  /** The head for one post, photo or alert; "missing" when it does not exist, "unknown" when nobody could tell. */
  private async detailHead(
    match: Match,
    detail: Detail,
    request: Request,
    event?: EventFound,
  ): Promise<Head | 'missing' | 'unknown'> {
    try {
      const found = await this.findDetail(detail, request, event);
      if (!found) return 'missing';
      const { title, description, picture } = found;
      const image = fallbackUrl(picture);
      const preload = preloadOf(picture, detail.kind);
      return {
        ...this.headOf(match),
        ...{ title, description: summaryOf(description), type: 'article' },
        ...(image && { image: this.config.PUBLIC_URL + image }),
        ...(preload && { preload }),
      };
    } catch (error) {
      if ((error as { code?: unknown }).code === status.NOT_FOUND) return 'missing';
      if (error instanceof HttpException && error.getStatus() === 429) throw error;
      this.logger.debug({ err: error }, 'a document could not be told about its content');
      return 'unknown';
    }
  }

  private async findDetail({ kind, id }: Detail, request: Request, event?: EventFound) {
    // A message that nobody knows keeps its page: the link may be in somebody's messages.
    if (kind === 'alert') return { title: 'Alert', description: 'Weather alert for Arkansas.' };
    if (kind === 'warning') {
      if (!event || event === 'unknown') throw busy();
      return event === 'missing' ? undefined : eventHead(event);
    }
    const held = kind === 'post' ? this.answers.findPost(id) : this.answers.findSnapshot(id);
    if (!held) await this.rateLimits.take('read', clientNetwork(request.ip));
    if (!isId(id)) return undefined;
    if (kind === 'post') {
      const post = this.answers.findPost(id) ?? (await this.clients.posts.getPost({ id })).post;
      return post && { title: post.title, description: post.description, picture: post.cover };
    }
    const photo = this.answers.findSnapshot(id) ?? (await this.clients.snapshots.getPublicSnapshot({ id })).snapshot;
    return (
      photo && {
        title: `Photo from ${photo.location}`,
        description: photo.comment || `A weather photo by ${photo.firstName} ${photo.lastName} for ${siteName}.`,
        picture: photo.picture,
      }
    );
  }

  private html({ page, detail }: Match, head: Head, event: EventFound | undefined): string {
    const blocks = page.embeds.flatMap((name) => {
      const prepared = this.embedded(name);
      if (!prepared) return [];
      return [jsonBlock(`${name}-data`, name === 'alerts' ? this.abridged.textOf(prepared) : textOf(prepared))];
    });
    // Replaced by functions: a "$&" in a text means nothing special then.
    return (this.web.template ?? '')
      .replace('<!--head-->', () => headHtml(head))
      .replace('<!--home-->', () =>
        [...blocks, ...(detail?.kind === 'warning' ? eventBlock(event) : [])].join('\n    '),
      );
  }
}
