import { Inject, Injectable } from '@nestjs/common';
import { LOGGER, type Logger } from '@site/platform/base/injection-tokens';
import type { SubscriptionsServiceClient, Preferences } from '@site/proto/gen/nest/notifications/v1/subscriptions';
import { preferenceFields } from '@site/proto/notifications/v1/subscriptions.schema';
import { Clients } from '../../edge/clients/clients.js';
import { render } from '../../edge/error.filter.js';
import type { Language } from '../now/language.js';
import { messagesIn } from './messages.js';
import { toPreferences, type PreferencesForm } from './subscription-form.js';
import type { Page } from './subscription-frame.js';
import { addressOf, closedPage, subscriptionPage, type Notice, type Subscription } from './subscription-html.js';

export type PageResult =
  | { status: number; page: Page; retryAfterSeconds?: number | undefined }
  /** After a change, so that reloading doesn't resubmit. */
  | { goTo: string };

/** Messages above the form. */
const sentences = ['saved', 'confirmed'] as const;
type Sentence = (typeof sentences)[number];

function findNotice(name: unknown, language: Language): Notice | undefined {
  const sentence = sentences.find((each) => each === name);
  const messages = messagesIn(language);
  return sentence && { tone: 'good', text: sentence === 'saved' ? messages.saved : messages.confirmed };
}

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

  /** @param noticeName the name of a message above the form */
  show(language: Language, token: unknown, noticeName: unknown): Promise<PageResult> {
    return this.orProblem(language, token, async (validToken) => ({
      status: 200,
      page: subscriptionPage(await this.find(validToken), language, findNotice(noticeName, language)),
    }));
  }

  /** Confirms the channel and redirects to the page; for an invalid token or an outage, a page says so. */
  confirm(language: Language, token: unknown): Promise<PageResult> {
    return this.orProblem(language, token, async (validToken) => {
      await this.subscriptions.confirmChannel({ token: validToken });
      return goTo(language, validToken, 'confirmed');
    });
  }

  /** Shows an invalid form again with its fault and values. */
  change(language: Language, form: PreferencesForm | undefined): Promise<PageResult> {
    return this.orProblem(language, form?.token, async (token) => {
      const subscription = await this.find(token);
      const preferences = toPreferences(form!, subscription.preferences);
      const text = findError(preferences, language);
      if (text !== undefined)
        return {
          status: 400,
          page: subscriptionPage({ ...subscription, preferences }, language, { tone: 'bad', text }),
        };
      await this.subscriptions.updatePreferences({ token, preferences });
      return goTo(language, token, 'saved');
    });
  }

  /** Ends the subscription and redirects to the page; for an invalid token or an outage, a page says so. */
  end(language: Language, token: unknown): Promise<PageResult> {
    return this.orProblem(language, token, async (validToken) => {
      await this.subscriptions.endSubscription({ token: validToken });
      return goTo(language, validToken);
    });
  }

  private async find(token: string): Promise<Subscription> {
    const { preferences, requested, channel, state } = await this.subscriptions.getPreferences({ token });
    if (!preferences) throw new Error('the service returned a subscription without preferences');
    return { token, preferences, requested, channel, state };
  }

  /** Failures become pages too. */
  private async orProblem(
    language: Language,
    token: unknown,
    work: (token: string) => Promise<PageResult>,
  ): Promise<PageResult> {
    const messages = messagesIn(language);
    const unknown = { status: 404, page: closedPage(messages.unknownTitle, messages.unknownText, language) };
    if (!isToken(token)) return unknown;
    const closed = (title: string, text: string) => closedPage(title, text, language, token);
    try {
      return await work(token);
    } catch (error) {
      const { status, message, retryAfterSeconds } = render(error);
      if (status === 500) this.logger.error({ err: error }, 'could not build the page of a subscription');
      if (status === 404) return unknown;
      if (status === 409) return { status, page: closed(messages.endedTitle, messages.endedText) };
      if (status === 400) return { status, page: closed(messages.unusableTitle, messages.unusableText(message)) };
      return { status, page: closed(messages.problemTitle, messages.problemText(message)), retryAfterSeconds };
    }
  }
}

const goTo = ({ prefix }: Language, token: string, message?: Sentence) => ({
  goTo: prefix + addressOf(token, message),
});

/** Returns the first fault in one sentence, if any. */
function findError(
  { counties, kinds, minLevel, quietFrom, quietUntil, overrideQuietHours, language: selectedLanguage }: Preferences,
  language: Language,
): string | undefined {
  const messages = messagesIn(language);
  if (counties.length === 0) return messages.countyRequired;
  const fields = {
    counties,
    kinds,
    min_level: minLevel,
    override_quiet_hours: overrideQuietHours,
    quiet_from: quietFrom,
    quiet_until: quietUntil,
    language: selectedLanguage,
  };
  const issue = preferenceFields.safeParse(fields).error?.issues[0];
  return issue && messages.fault(String(issue.path[0]), issue.message);
}
