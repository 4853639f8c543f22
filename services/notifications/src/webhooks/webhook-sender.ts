import { Webhook } from 'standardwebhooks';
import { Agent } from 'undici';
import type { AddressSeal } from '../channels/address-seal.js';
import { publicLookup } from '../push/allowed-hosts.js';
import type { Reserved, Dispatch } from '../dispatches/rows.js';
import { type ChannelSender, type Outcome, errorCode } from '../adapters/adapter.js';
import { isPublicHttps } from './address.js';

/** Sends signed webhooks to other systems, such as a county emergency management's. */

const mostTries = 3;
const answerTimeoutMs = 5_000;

/** A webhook's `keys_sealed`, as JSON. */
export interface WebhookKeys {
  secret: string;
}

export class WebhookSender implements ChannelSender {
  readonly kind = 'webhook';
  private readonly agent: Agent;
  private readonly allowsPrivate: boolean;

  /** @param allowsPrivate for a receiver on this machine, in tests */
  constructor(
    private readonly seal: AddressSeal,
    { allowsPrivate = false } = {},
  ) {
    this.allowsPrivate = allowsPrivate;
    this.agent = new Agent({
      connections: 4,
      connect: { timeout: 2_000, ...(!allowsPrivate && { lookup: publicLookup }) },
      maxResponseSize: 64 * 1024,
    });
  }

  begin(dispatch: Dispatch): (reserved: Reserved) => Promise<Outcome> {
    const { kind } = dispatch;
    // Receivers fetch the text.
    const { text: _text, ...alert } = dispatch.alert;
    return async ({ channelId, addressSealed, keysSealed, counties, tries }) => {
      const body = JSON.stringify({
        type: `alert.${kind}`,
        timestamp: dispatch.createdAt.toISOString(),
        data: { ...alert, matched: counties },
      });
      let address: URL;
      let secret: string;
      try {
        address = new URL(this.seal.open(addressSealed, channelId));
        if (!keysSealed) throw new Error('without a secret');
        ({ secret } = JSON.parse(this.seal.open(keysSealed, channelId)) as WebhookKeys);
      } catch {
        return { state: 'failed', reason: 'cannot be opened' };
      }
      if (!this.allowsPrivate && !isPublicHttps(address))
        return { state: 'failed', reason: 'not a public https address' };
      // The same for every attempt, so that the receiver recognizes duplicates.
      const headers = webhookHeaders({ id: `${dispatch.id}.${channelId}`, body, secret }, Date.now());
      const outcome = await this.post(address, headers, body);
      return outcome.state === 'later' && tries + 1 >= mostTries
        ? { state: 'failed', reason: outcome.reason }
        : outcome;
    };
  }

  private async post(
    { origin, pathname, search }: URL,
    headers: Record<string, string>,
    body: string,
  ): Promise<Outcome> {
    try {
      const { statusCode, body: answer } = await this.agent.request({
        origin,
        path: `${pathname}${search}`,
        method: 'POST',
        headers,
        body,
        signal: AbortSignal.timeout(answerTimeoutMs),
      });
      await answer.dump();
      const reason = `status ${statusCode}`;
      if (statusCode >= 200 && statusCode < 300) return { state: 'accepted' };
      // 410 Gone, per standardwebhooks.com.
      if (statusCode === 410) return { state: 'gone', reason };
      return statusCode === 429 || statusCode >= 500 ? { state: 'later', reason } : { state: 'failed', reason };
    } catch (error) {
      return { state: 'later', reason: errorCode(error) || 'no response', maybeSent: true };
    }
  }

  close(): Promise<void> {
    return this.agent.destroy();
  }
}

/**
 * Returns headers that prove a request is ours and recent (standardwebhooks.com, version 1).
 * @param secret "whsec_" and base64
 * @param now milliseconds since 1970 UTC
 */
export function webhookHeaders(
  { id, body, secret }: { id: string; body: string; secret: string },
  now: number,
): Record<string, string> {
  return {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(now / 1_000)),
    'webhook-signature': new Webhook(secret).sign(id, new Date(now), body),
  };
}
