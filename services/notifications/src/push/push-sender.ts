/** Sends warnings and confirmations to browsers by web push. */
import type { Logger } from '@site/platform/base/injection-tokens';
import webPush from 'web-push';
import type { AddressSeal, PushKeys } from '../channels/address-seal.js';
import { deliveryOptionsOf } from '../events/urgency.js';
import { pushPayload, tagOf } from '../events/notification-texts.js';
import type { Reserved, Dispatch } from '../dispatches/dispatch-rows.js';
import { languageOf } from '../messages/language.js';
import type { ChannelSender, DeliveryResult } from '../adapters/adapter.js';
import { allowedHostOf, publicLookup } from './allowed-hosts.js';
import { PushOrigin, type PushResult } from './push-origin.js';
import { Vapid, type VapidKeys } from './vapid.js';

export interface PushSettings {
  vapid: VapidKeys;
  /** As for `allowedHostOf`. */
  hosts: readonly string[];
  /** Without a trailing slash. */
  site: string;
}

export interface Browser {
  endpoint: string;
  keys: PushKeys;
}

export interface PushOptions {
  urgency: string;
  ttlSeconds: number;
  /** Replaces a pending message with the same topic (RFC 8030, 5.4). */
  topic?: string;
  /** False for an endpoint that hasn't accepted a message yet. */
  isProven?: boolean;
}

/** Wildcard push services with open connections. Real ones have a few dozen names; subscriptions can invent others. */
export const maxWildcardOrigins = 100;

/** After this many refusals by a service that accepts others, the endpoint is invalid. */
const maxRejections = 2;

/** Web push (RFC 8030), encrypted per browser (RFC 8291) and signed (RFC 8292). */
export class PushSender implements ChannelSender {
  readonly kind = 'push';
  private readonly origins = new Map<string, PushOrigin>();
  private readonly vapid: Vapid;

  constructor(
    private readonly settings: PushSettings,
    private readonly seal: AddressSeal,
    private readonly logger: Logger,
  ) {
    this.vapid = new Vapid(settings.vapid);
  }

  begin(dispatch: Dispatch): (reserved: Reserved) => Promise<DeliveryResult> {
    const now = Date.now();
    const payloads = new Map<string, string>();
    const textFor = ({ counties: fips, language }: Reserved, withArea: boolean) => {
      const key = `${withArea} ${language} ${fips.join()}`;
      const reading = { fips, site: this.settings.site, now, language: languageOf(language) };
      const text = payloads.get(key) ?? pushPayload(dispatch, { ...reading, withArea });
      payloads.set(key, text);
      return text;
    };
    const { urgency } = deliveryOptionsOf(dispatch.alert);
    const topic = tagOf(dispatch.eventKey);
    return async (reserved) => {
      const options = { urgency, topic, ttlSeconds: secondsUntil(dispatch.sendUntil), isProven: reserved.isProven };
      const browser = this.browserOf(reserved);
      if (!browser) return { state: 'failed', reason: 'cannot be opened' };
      const result = await this.push(browser, textFor(reserved, true), options);
      if (result.state !== 'too-long') return this.judged(result, reserved);
      return this.judged(await this.push(browser, textFor(reserved, false), options), reserved);
    };
  }

  /** Sends one text to one browser. Never rejects. */
  async push(
    { endpoint, keys }: Browser,
    text: string,
    { urgency, ttlSeconds, topic, isProven = true }: PushOptions,
  ): Promise<PushResult> {
    const allowed = allowedHostOf(endpoint, this.settings.hosts);
    if (allowed === undefined) return { state: 'failed', reason: 'not a known push service' };
    const { origin, pathname, search } = new URL(endpoint);
    return this.originOf(origin, allowed).post({
      path: `${pathname}${search}`,
      headers: {
        authorization: this.vapid.authorization(origin),
        'content-encoding': 'aes128gcm',
        'content-type': 'application/octet-stream',
        ttl: String(ttlSeconds),
        urgency,
        ...(topic && { topic }),
      },
      seal: () => sealFor(keys, text),
      isProven,
    });
  }

  private browserOf({ channelId, addressSealed, keysSealed }: Reserved): Browser | undefined {
    try {
      const endpoint = this.seal.open(addressSealed, channelId);
      return keysSealed ? { endpoint, keys: this.seal.openKeys(keysSealed, channelId) } : undefined;
    } catch (error) {
      this.logger.error(
        { err: error, channelId },
        'a channel cannot be opened: is the notifications key the right one?',
      );
      return undefined;
    }
  }

  private judged(result: PushResult, { tries }: Reserved): DeliveryResult {
    if (result.state === 'too-long') return { state: 'failed', reason: result.reason };
    if (result.state !== 'refused') return result;
    return tries < maxRejections
      ? { state: 'later', reason: result.reason }
      : { state: 'failed', reason: result.reason };
  }

  private originOf(origin: string, allowed: string): PushOrigin {
    const existing = this.origins.get(origin);
    if (!existing) this.evictIdleOrigins();
    // Operators only name a port for their own service, such as a simulated one.
    const lookup = allowed.includes(':') ? {} : { lookup: publicLookup };
    const pushOrigin = existing ?? new PushOrigin(origin, { host: allowed, ...lookup }, this.logger);
    // Least recently used first.
    this.origins.delete(origin);
    this.origins.set(origin, pushOrigin);
    return pushOrigin;
  }

  /** Closes the least recently used idle services to make room for one more. */
  private evictIdleOrigins(): void {
    const maxOrigins = maxWildcardOrigins + this.settings.hosts.length;
    for (const [origin, { isIdle }] of this.origins) {
      if (this.origins.size < maxOrigins) return;
      if (!isIdle) continue;
      void this.origins.get(origin)?.close();
      this.origins.delete(origin);
    }
  }

  get openOrigins(): number {
    return this.origins.size;
  }

  async close(): Promise<void> {
    await Promise.all([...this.origins.values()].map((origin) => origin.close()));
  }
}

const secondsUntil = (date: Date) => Math.max(0, Math.round((date.getTime() - Date.now()) / 1_000));

/**
 * Encrypts a message for one browser (`Content-Encoding: aes128gcm`), with a new key pair each time (RFC 8291).
 * @throws Error for invalid keys
 */
export const sealFor = ({ p256dh, auth }: PushKeys, text: string): Buffer =>
  webPush.encrypt(p256dh, auth, text, 'aes128gcm').cipherText;
