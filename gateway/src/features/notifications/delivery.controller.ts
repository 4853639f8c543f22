import { Controller, Get, Inject, Req, Res, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { LOGGER, type Logger } from '@site/platform/base/tokens';
import type { DeliveriesServiceClient } from '@site/proto/gen/nest/notifications/v1/deliveries';
import type { SubscriptionsServiceClient } from '@site/proto/gen/nest/notifications/v1/subscriptions';
import { deliveryAnswer } from '@site/proto/notifications/v1/deliveries.answers';
import { pushKeyAnswer } from '@site/proto/notifications/v1/subscriptions.answers';
import type { Request, Response } from 'express';
import { answerFrom } from '../../answers/answer-from.js';
import { prepare, sendPrepared, type Prepared } from '../../answers/prepared.js';
import { contentHeaders } from '../../answers/public-answers.js';
import { Section } from '../../answers/section.js';
import { Describe } from '../../edge/api/api-docs.js';
import { Clients } from '../../edge/clients/clients.js';
import { success } from '../../edge/envelope.js';
import { busy } from '../../edge/failures.js';
import { CachedByNginx } from '../../edge/route-traits.js';
import { Public } from '../../edge/session.guard.js';
import { deliveryJson } from './delivery-shapes.js';

/** Daily totals change slowly, but visitors watch a warning's figures while it's being sent. */
const figuresKeepMs = 15_000;
/** A setting of the service that changes only when it restarts. */
const keyKeepMs = 30_000;

/** A cached response refreshed periodically; while the service is down the last good one stays. */
class ReadyAnswer {
  private prepared: Prepared | undefined;
  private firstAttempt: Promise<void> | undefined;
  private readonly section: Section<object>;

  /** @param ask calls the service and builds the complete body */
  constructor(name: string, keepMs: number, logger: Logger, ask: () => Promise<object>) {
    this.section = new Section({ name, keepMs, logger, load: ask, onAttempt: () => this.build() });
  }

  private async build(): Promise<void> {
    const body = this.section.value;
    if (body) this.prepared = await prepare(JSON.stringify(body), contentHeaders, this.prepared);
  }

  start(): void {
    this.firstAttempt = this.section.refresh();
  }

  /** @throws 503 until the service has responded once */
  async send(request: Request, response: Response): Promise<void> {
    await this.firstAttempt;
    if (!this.prepared) throw busy();
    sendPrepared(request, response, this.prepared);
  }

  stop(): void {
    this.section.stop();
  }
}

/** How fast warnings were delivered, and which channels this site offers. The same for all clients. */
@ApiTags('notifications')
@Public()
@Controller('main/notifications')
export class DeliveryController implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly figures: ReadyAnswer;
  private readonly pushKey: ReadyAnswer;

  constructor(@Inject(Clients) clients: Clients, @Inject(LOGGER) logger: Logger) {
    const deliveries = clients.of<DeliveriesServiceClient>('notifications', 'DeliveriesService');
    const subscriptions = clients.of<SubscriptionsServiceClient>('notifications', 'SubscriptionsService');
    this.figures = new ReadyAnswer('delivery', figuresKeepMs, logger, async () =>
      success('Warning delivery times', deliveryJson(await deliveries.getDeliveryFigures({}))),
    );
    this.pushKey = new ReadyAnswer('push key', keyKeepMs, logger, async () =>
      success('Notification channels', answerFrom(pushKeyAnswer, await subscriptions.getPushKey({}))),
    );
  }

  onApplicationBootstrap(): void {
    this.figures.start();
    this.pushKey.start();
  }

  onModuleDestroy(): void {
    this.figures.stop();
    this.pushKey.stop();
  }

  @Get('key')
  @CachedByNginx()
  @Describe(
    'The public key for browser subscriptions (VAPID, RFC 8292), and the site’s other channels.',
    pushKeyAnswer,
    [429, 503],
  )
  async key(@Req() request: Request, @Res() response: Response): Promise<void> {
    await this.pushKey.send(request, response);
  }

  @Get('delivery')
  @CachedByNginx()
  @Describe(
    'How long warnings took from the weather service to us and from us to subscribers: over 24 hours, 30 days and a year, and for each of the last 20 tornado warnings.',
    deliveryAnswer,
    [429, 503],
  )
  async delivery(@Req() request: Request, @Res() response: Response): Promise<void> {
    await this.figures.send(request, response);
  }
}
