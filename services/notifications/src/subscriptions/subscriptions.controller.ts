/** Subscriptions to alerts: sign-up, confirmation, preferences, ending, and text replies. */
import { firstCharacters } from '@site/domain/truncate';
import { Controller, Inject } from '@nestjs/common';
import { once } from '@site/platform/data/idempotency';
import { conflict, invalid, invalidField, notFound } from '@site/proto/grpc';
import type { Token } from '@site/proto/gen/nest/common/v1/common';
import {
  SubscriptionsServiceControllerMethods,
  type ReceiveTextRequest,
  type RecordDisplayRequest,
  type RecordTextReportRequest,
  type ReplaceEndpointRequest,
  type SubscribeRequest,
  type SubscriptionsServiceController,
  type UpdatePreferencesRequest,
  type Preferences,
} from '@site/proto/gen/nest/notifications/v1/subscriptions';
import { consentVersionField } from '@site/proto/notifications/v1/subscriptions.schema';
import { DataSource, type EntityManager } from 'typeorm';
import { AddressSeal } from '../channels/address-seal.js';
import { type Channel, Confirmation } from '../channels/channel.entity.js';
import { countChannels } from '../channels/channel-metrics.js';
import { countSegments } from '../statistics/segments.js';
import { endChannels } from '../channels/end-channels.js';
import { storeManageToken, openToken } from '../channels/tokens.js';
import { SETTINGS, type NotificationSettings } from '../config.js';
import { recordTextReport } from '../sms/delivery-reports.js';
import { replyToText } from './execute-text-command.js';
import { channelOf, pushAddress } from './channel-address.js';
import { wakeConfirmations } from './confirmation-outbox.js';
import { confirm } from './confirm.js';
import { replaceEndpoint } from './replace-endpoint.js';
import { recordDisplay } from './record-display.js';
import { storeSignUp, type SignUp } from './sign-ups.js';
import { checkedPreferences, savePreferences, readPreferences } from './preferences.js';

@Controller()
@SubscriptionsServiceControllerMethods()
export class SubscriptionsController implements SubscriptionsServiceController {
  constructor(
    @Inject(DataSource) private readonly dataSource: DataSource,
    @Inject(AddressSeal) private readonly seal: AddressSeal,
    @Inject(SETTINGS) private readonly settings: NotificationSettings,
  ) {}

  /** Records the sign-up and asks the channel to confirm. The response is the same if it is already subscribed. */
  async subscribe(request: SubscribeRequest) {
    const { idempotency } = request;
    if (!idempotency) throw invalid('The idempotency claim is missing.');
    const signUp = this.checkedSignUp(request);
    await this.dataSource.transaction(async (manager) => {
      const store = () => storeSignUp(manager, this.seal, signUp);
      // Without a key nothing is remembered: signing up twice does no harm, and the owner may have unsubscribed between
      // two sign-ups.
      if (idempotency.key === undefined) await store();
      else
        await once(manager, 'notifications.subscribe', idempotency, async () => {
          await store();
          return {};
        });
    });
    wakeConfirmations(this.dataSource);
    return {};
  }

  private checkedSignUp(request: SubscribeRequest): SignUp {
    const { consentVersion, network, client } = request;
    const { error } = consentVersionField.safeParse(consentVersion);
    if (error) throw invalidField('consent_version', error.issues[0]!.message);
    return {
      channel: channelOf(request, this.settings),
      preferences: checkedPreferences(request.preferences),
      consentVersion,
      network: firstCharacters(network || 'unknown', 64),
      client: client && this.seal.hash('client', client).toString('base64url'),
    };
  }

  /** Returns the management token to a browser; other channels get it in each message. @throws NOT_FOUND */
  async confirmChannel({ token }: Token) {
    return this.dataSource.transaction(async (manager) => {
      const opened = await openToken(manager, token);
      if (opened.purpose !== 'confirm') throw notFound('This link cannot confirm a subscription.');
      await confirm(manager, opened);
      const { id, kind } = opened.channel;
      const managementToken = await storeManageToken(manager, this.seal, id);
      return { managementToken: kind === 'push' ? managementToken : '' };
    });
  }

  /** @throws NOT_FOUND for an unknown token, ABORTED if the subscription has ended */
  async getPreferences({ token }: Token) {
    return this.dataSource.transaction(async (manager) => {
      const channel = await openSubscription(manager, token);
      const { id, kind, state } = channel;
      const confirmation = await manager.findOneBy(Confirmation, { channelId: id, purpose: 'confirm' });
      const preferences =
        state === 'pending' ? confirmation?.preferences : await readPreferences(manager, channel.subscriberId);
      if (!preferences) throw hasEnded();
      return {
        preferences,
        channel: kind,
        state,
        ...(state !== 'pending' && confirmation?.preferences && { requested: confirmation.preferences }),
      };
    });
  }

  async updatePreferences({ token, preferences: requested }: UpdatePreferencesRequest) {
    const preferences = checkedPreferences(requested);
    return this.dataSource.transaction(async (manager) => {
      const { id, state, subscriberId } = await openSubscription(manager, token);
      if (state === 'confirmed') await savePreferences(manager, subscriberId, preferences);
      else await updateRequested(manager, id, preferences);
      return preferences;
    });
  }

  /** Idempotent, so that mail programs may repeat a one-click request (RFC 8058). */
  async endSubscription({ token }: Token) {
    return this.dataSource.transaction(async (manager) => {
      const { channel } = await openToken(manager, token);
      await endChannels(manager, [channel.id], 'ended');
      return {};
    });
  }

  /** Updates the endpoint of a browser whose push service issued a new one. */
  async replaceEndpoint({ token, push }: ReplaceEndpointRequest) {
    const address = pushAddress(push, this.settings);
    return this.dataSource.transaction(async (manager) => {
      const channel = await openSubscription(manager, token);
      await replaceEndpoint(manager, this.seal, channel, address);
      return {};
    });
  }

  /** Counts that a browser displayed a push, for the public figures. */
  async recordDisplay({ dispatchId, bucket }: RecordDisplayRequest) {
    await recordDisplay(this.dataSource, dispatchId, bucket);
    return {};
  }

  /** `vapidKey` is empty if web push is off. */
  async getPushKey() {
    const { vapidPublicKey = '', mail, sms } = this.settings;
    return { vapidKey: vapidPublicKey, mail, sms };
  }

  async receiveText(request: ReceiveTextRequest) {
    const { dataSource, seal, settings } = this;
    return { reply: await replyToText({ dataSource, seal, settings }, request) };
  }

  async recordTextReport(request: RecordTextReportRequest) {
    const { dataSource, settings } = this;
    await recordTextReport({ dataSource, settings }, request);
    return {};
  }

  async countSubscribers() {
    return { counts: await countChannels(this.dataSource) };
  }

  async countSegments() {
    return countSegments(this.dataSource);
  }
}

/**
 * Returns a token's pending or confirmed channel, and records its owner's visit.
 * @throws NOT_FOUND, ABORTED
 */
async function openSubscription(manager: EntityManager, token: string): Promise<Channel> {
  const { channel } = await openToken(manager, token);
  if (channel.state !== 'pending' && channel.state !== 'confirmed') throw hasEnded();
  await manager.query('UPDATE subscribers SET last_seen_at = now() WHERE id = $1', [channel.subscriberId]);
  return channel;
}

/** Changes the preferences of an unconfirmed sign-up, which keeps its language unless they name one. */
const updateRequested = (manager: EntityManager, channelId: string, preferences: Preferences) =>
  manager.query(
    `UPDATE confirmations SET preferences = jsonb_strip_nulls(jsonb_build_object('language', preferences->'language')) || $2::jsonb
     WHERE channel_id = $1 AND purpose = 'confirm'`,
    [channelId, JSON.stringify(preferences)],
  );

const hasEnded = () => conflict('This subscription has ended. Please sign up again.');
