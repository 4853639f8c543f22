import type { Logger } from '@site/platform/base/tokens';
import type { AddressSeal } from '../channels/address-seal.js';
import { mannersOf } from '../events/urgency.js';
import { pushPayload, tagOf } from '../events/words.js';
import type { Reserved, Run } from '../runs/rows.js';
import type { ChannelSender, Outcome } from '../adapters/adapter.js';
import { allowedHostOf, publicLookup } from './allowed-hosts.js';
import { PushOrigin, type PushAnswer } from './push-origin.js';
import { sealFor, type BrowserKeys } from './seal.js';
import { Vapid, type VapidKeys } from './vapid.js';

/** Sends to browsers: web push (RFC 8030), sealed for each of them (RFC 8291), signed by us (RFC 8292). */
export interface PushSettings {
  vapid: VapidKeys;
  /** As for `allowedHostOf`. */
  hosts: readonly string[];
  /** The site's public address, without a slash at its end. */
  site: string;
}

/** A browser's subscription. */
export interface Browser {
  endpoint: string;
  keys: BrowserKeys;
}

/** What goes out besides the sealed text. */
export interface PushManners {
  urgency: string;
  ttlSeconds: number;
  /** A pending message with the same topic is replaced (RFC 8030, 5.4). */
  topic?: string;
  /** False for an endpoint that has accepted nothing yet. */
  isProven?: boolean;
}

/**
 * Connections are kept for so many services that a wildcard allows; the push services behind ours have some dozens of names. Others are
 * invented by subscriptions, and each would keep its pool for ever.
 */
export const mostWildcardOrigins = 100;

/** Refused this often where others are accepted, it is this endpoint that is wrong. */
const mostRefusals = 2;

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

  begin(run: Run): (reserved: Reserved) => Promise<Outcome> {
    const now = Date.now();
    const told = { runId: run.id, kind: run.kind, alert: run.alert };
    const texts = new Map<string, string>();
    const textFor = (fips: readonly string[], withArea: boolean) => {
      const key = `${withArea} ${fips.join()}`;
      const text = texts.get(key) ?? pushPayload(told, { fips, site: this.settings.site, now, withArea });
      texts.set(key, text);
      return text;
    };
    const { urgency } = mannersOf(run.alert);
    const topic = tagOf(run.eventKey);
    return async (reserved) => {
      const manners = { urgency, topic, ttlSeconds: secondsUntil(run.sendUntil), isProven: reserved.isProven };
      const browser = this.browserOf(reserved);
      if (!browser) return { state: 'failed', reason: 'cannot be opened' };
      const answer = await this.push(browser, textFor(reserved.counties, true), manners);
      if (answer.state !== 'too-long') return this.judged(answer, reserved);
      return this.judged(await this.push(browser, textFor(reserved.counties, false), manners), reserved);
    };
  }

  /** Sends one text to one browser. Never rejects. */
  async push(
    { endpoint, keys }: Browser,
    text: string,
    { urgency, ttlSeconds, topic, isProven = true }: PushManners,
  ): Promise<PushAnswer> {
    const allowed = allowedHostOf(endpoint, this.settings.hosts);
    if (allowed === undefined) return { state: 'failed', reason: 'not at a push service we know' };
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

  private judged(answer: PushAnswer, { tries }: Reserved): Outcome {
    if (answer.state === 'too-long') return { state: 'failed', reason: answer.reason };
    if (answer.state !== 'refused') return answer;
    return tries < mostRefusals
      ? { state: 'later', reason: answer.reason }
      : { state: 'failed', reason: answer.reason };
  }

  private originOf(origin: string, allowed: string): PushOrigin {
    const known = this.origins.get(origin);
    if (!known) this.makeRoom();
    // The operator names a host with a port only for a service of their own, such as a simulated one on this machine.
    const lookup = allowed.includes(':') ? {} : { lookup: publicLookup };
    const wanted = known ?? new PushOrigin(origin, { host: allowed, ...lookup }, this.logger);
    // The latest used is the last.
    this.origins.delete(origin);
    this.origins.set(origin, wanted);
    return wanted;
  }

  /** Closes the idle services that have not been used for longest, until there is room for another one. */
  private makeRoom(): void {
    const most = mostWildcardOrigins + this.settings.hosts.length;
    for (const [origin, { isIdle }] of this.origins) {
      if (this.origins.size < most) return;
      if (!isIdle) continue;
      void this.origins.get(origin)?.close();
      this.origins.delete(origin);
    }
  }

  /** How many services connections are kept for. */
  get openOrigins(): number {
    return this.origins.size;
  }

  async close(): Promise<void> {
    await Promise.all([...this.origins.values()].map((origin) => origin.close()));
  }
}

const secondsUntil = (moment: Date) => Math.max(0, Math.round((moment.getTime() - Date.now()) / 1_000));
