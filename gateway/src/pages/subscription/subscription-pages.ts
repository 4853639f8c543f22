import { Inject, Injectable } from '@nestjs/common';
import { LOGGER, type Logger } from '@site/platform/base/tokens';
import type { SubscriptionsServiceClient, Wishes } from '@site/proto/gen/nest/notifications/v1/subscriptions';
import { wishesFields } from '@site/proto/notifications/v1/subscriptions.schema';
import { Clients } from '../../edge/clients/clients.js';
import { render } from '../../edge/error.filter.js';
import { wishesFrom, type WishesForm } from './subscription-form.js';
import type { Page } from './subscription-frame.js';
import { closedPage, subscriptionPage, subscriptionPath, type Said, type Subscription } from './subscription-html.js';

export type PageAnswer =
  | { status: number; page: Page; retryAfterSeconds?: number | undefined }
  /** After a change, so that reloading doesn't resubmit. */
  | { goTo: string };

const sentences = {
  saved: 'Saved. Your alerts now follow these choices.',
  confirmed: 'Thank you. Your alerts are on.',
} as const;
type Sentence = keyof typeof sentences;

const saidBy = (name: unknown): Said | undefined =>
  typeof name === 'string' && Object.hasOwn(sentences, name)
    ? { tone: 'good', text: sentences[name as Sentence] }
    : undefined;

const unknownLink: PageAnswer = {
  status: 404,
  page: closedPage('This link isn’t valid', 'It may have been cut off. Use the link from any of our messages.'),
};

const isToken = (token: unknown): token is string => typeof token === 'string' && token !== '' && token.length <= 200;

/** Personal, so never cached. */
@Injectable()
export class SubscriptionPages {
  private readonly subscriptions;

  constructor(
    @Inject(Clients) clients: Clients,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.subscriptions = clients.of<SubscriptionsServiceClient>('notifications', 'SubscriptionsService');
  }

  /** @param said the name of a message above the form */
  show(token: unknown, said: unknown): Promise<PageAnswer> {
    return this.orProblem(token, async (known) => ({
      status: 200,
      page: subscriptionPage(await this.find(known), saidBy(said)),
    }));
  }

  confirm(token: unknown): Promise<PageAnswer> {
    return this.orProblem(token, async (known) => {
      await this.subscriptions.confirmChannel({ token: known });
      return { goTo: addressOf(known, 'confirmed') };
    });
  }

  /** Shows an invalid form again with its fault and values. */
  change(form: WishesForm | undefined): Promise<PageAnswer> {
    return this.orProblem(form?.token, async (token) => {
      const subscription = await this.find(token);
      const wishes = wishesFrom(form!, subscription.wishes);
      const fault = faultOf(wishes);
      if (fault !== undefined)
        return { status: 400, page: subscriptionPage({ ...subscription, wishes }, { tone: 'bad', text: fault }) };
      await this.subscriptions.updateWishes({ token, wishes });
      return { goTo: addressOf(token, 'saved') };
    });
  }

  end(token: unknown): Promise<PageAnswer> {
    return this.orProblem(token, async (known) => {
      await this.subscriptions.endSubscription({ token: known });
      return { goTo: addressOf(known) };
    });
  }

  private async find(token: string): Promise<Subscription> {
    const { wishes, asked, channel, state } = await this.subscriptions.getWishes({ token });
    if (!wishes) throw new Error('the service returned a subscription without wishes');
    return { token, wishes, asked, channel, state };
  }

  /** Failures become pages too. */
  private async orProblem(token: unknown, work: (token: string) => Promise<PageAnswer>): Promise<PageAnswer> {
    if (!isToken(token)) return unknownLink;
    try {
      return await work(token);
    } catch (error) {
      const { status, message, retryAfterSeconds } = render(error);
      if (status === 500) this.logger.error({ err: error }, 'could not build the page of a subscription');
      if (status === 404) return unknownLink;
      if (status === 409)
        return {
          status,
          page: closedPage('You no longer get alerts', 'This subscription has ended. We won’t send anything more.'),
        };
      const title = status === 400 ? 'This link can’t be used anymore' : 'That didn’t work';
      return { status, page: closedPage(title, message), retryAfterSeconds };
    }
  }
}

const addressOf = (token: string, said?: Sentence) =>
  `${subscriptionPath}?${new URLSearchParams({ token, ...(said && { said }) }).toString()}`;

/** Returns the first fault in one sentence, if any. */
function faultOf({
  counties,
  kinds,
  leastLevel,
  quietFrom,
  quietUntil,
  loudWhenDangerous,
}: Wishes): string | undefined {
  if (counties.length === 0) return 'Keep at least one county. To end everything, press “Stop all alerts”.';
  const fields = {
    ...{ counties, kinds, least_level: leastLevel, loud_when_dangerous: loudWhenDangerous },
    ...{ quiet_from: quietFrom, quiet_until: quietUntil },
  };
  return wishesFields.safeParse(fields).error?.issues[0]?.message;
}
