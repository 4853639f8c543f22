/** Finds what a page is about: its alert event, post or photo. */
import { status } from '@grpc/grpc-js';
import { HttpException, Inject, Injectable } from '@nestjs/common';
import { isId } from '@site/platform/base/ids';
import { LOGGER, type Logger } from '@site/platform/base/injection-tokens';
import { Clients } from '../../edge/clients/clients.js';
import { busy } from '../../edge/http-errors.js';
import { RateLimits } from '../../edge/rate-limit.guard.js';
import { AlertEvents, type EventFound } from '../../responses/alert-events.js';
import { CurrentAlerts } from '../../responses/current-alerts.js';
import { PostResponses, type FullPost } from '../../responses/post-responses.js';
import { PublicResponses } from '../../responses/public-responses.js';
import type { Detail, Match } from '../page-paths.js';
import { eventHead, photoHead, postHead, type DetailHead } from './detail-heads.js';

/** "missing": doesn't exist. "unknown": its service can't be reached. */
type Found<Value> = Value | 'missing' | 'unknown';

/** The request's client, and the event or post it resolves to. */
export interface RequestContext {
  client: string;
  event: EventFound | undefined;
  post: Found<FullPost> | undefined;
}

@Injectable()
export class PageDetails {
  constructor(
    @Inject(PublicResponses) private readonly publicResponses: PublicResponses,
    @Inject(PostResponses) private readonly posts: PostResponses,
    @Inject(CurrentAlerts) private readonly alerts: CurrentAlerts,
    @Inject(AlertEvents) private readonly events: AlertEvents,
    @Inject(Clients) private readonly clients: Clients,
    @Inject(RateLimits) private readonly rateLimits: RateLimits,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Loads the page's event or post; counts against the rate limit if a service must be called.
   * @param client the key of the rate limit
   */
  async load(match: Match, client: string): Promise<RequestContext> {
    return { client, event: await this.event(match, client), post: await this.post(match, client) };
  }

  private async event({ detail }: Match, client: string): Promise<EventFound | undefined> {
    if (detail?.kind !== 'alert' && detail?.kind !== 'warning') return undefined;
    if (!this.events.isCached(detail.id) && !this.alerts.lists(detail.id)) await this.rateLimits.take('read', client);
    return this.events.find(detail.id);
  }

  private async post({ detail }: Match, client: string): Promise<Found<FullPost> | undefined> {
    if (detail?.kind !== 'post') return undefined;
    if (!this.posts.isCached(detail.id)) await this.rateLimits.take('read', client);
    try {
      return await this.posts.find(detail.id);
    } catch (error) {
      return this.classify(error);
    }
  }

  /** Returns the title, description and picture of the page's event, post or photo. */
  async head(detail: Detail, context: RequestContext): Promise<Found<DetailHead>> {
    try {
      return (await this.findHead(detail, context)) ?? 'missing';
    } catch (error) {
      return this.classify(error);
    }
  }

  private async findHead(
    { kind, id }: Detail,
    { client, event, post }: RequestContext,
  ): Promise<DetailHead | undefined> {
    if (kind === 'alert' || kind === 'warning') {
      if (!event || event === 'unknown') throw busy();
      return event === 'missing' ? undefined : eventHead(event);
    }
    if (kind === 'post') {
      if (!post || post === 'unknown') throw busy();
      return post === 'missing' ? undefined : postHead(post.post);
    }
    const cached = this.publicResponses.findSnapshot(id);
    if (!cached) await this.rateLimits.take('read', client);
    if (!isId(id)) return undefined;
    const photo = cached ?? (await this.clients.snapshots.getPublicSnapshot({ id }));
    return photoHead(photo);
  }

  /**
   * Interprets a failure.
   * @throws the failure if it's a rate limit
   */
  private classify(error: unknown): 'missing' | 'unknown' {
    if ((error as { code?: unknown }).code === status.NOT_FOUND) return 'missing';
    const httpStatus = error instanceof HttpException ? error.getStatus() : undefined;
    if (httpStatus === 404) return 'missing';
    if (httpStatus === 429) throw error;
    this.logger.debug({ err: error }, 'could not load the content of a page');
    return 'unknown';
  }
}
