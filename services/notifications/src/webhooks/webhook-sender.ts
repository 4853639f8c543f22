/** Sends signed webhooks to other systems, such as a county emergency management's. */
import { Webhook } from 'standardwebhooks';
import { Agent } from 'undici';
import type { AddressSeal } from '../channels/address-seal.js';
import { publicLookup } from '../push/allowed-hosts.js';
import type { Reserved, Dispatch } from '../dispatches/dispatch-rows.js';
import { type ChannelSender, type DeliveryResult, errorCode, retryAfterMs } from '../adapters/adapter.js';
import { isPublicHttps } from './webhook-address.js';
import { openKeys, type RecordWebhookError, type WebhookKeys } from './last-error.js';

const maxAttempts = 3;
const responseTimeoutMs = 5_000;
const redirects = new Set([301, 302, 303, 307, 308]);

/** A receiver that asks us to wait may be called more often, at least this far apart. */
const minWaitMs = [1_000, 4_000, 15_000] as const;

/** `message` is for the owner: it may contain more of the address than the ledger's reason. */
type Call = { outcome: DeliveryResult; message?: string };

/** Calls receivers at public addresses, up to three times each, without following redirects. */
export class WebhookSender implements ChannelSender {
  readonly kind = 'webhook';
  private readonly agent: Agent;
  private readonly allowsPrivate: boolean;

  private readonly recordError: RecordWebhookError;

  /** @param options.allowsPrivate for a receiver on this machine, in tests */
  constructor(
    private readonly seal: AddressSeal,
    options: { allowsPrivate?: boolean; recordError?: RecordWebhookError } = {},
  ) {
    const { allowsPrivate = false, recordError = () => Promise.resolve() } = options;
    this.allowsPrivate = allowsPrivate;
    this.recordError = recordError;
    this.agent = new Agent({
      connections: 4,
      connect: { timeout: 2_000, ...(!allowsPrivate && { lookup: publicLookup }) },
      maxResponseSize: 64 * 1024,
    });
  }

  begin(dispatch: Dispatch): (reserved: Reserved) => Promise<DeliveryResult> {
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
      let keys: WebhookKeys;
      try {
        address = new URL(this.seal.open(addressSealed, channelId));
        if (!keysSealed) throw new Error('without a secret');
        keys = openKeys(this.seal, keysSealed, channelId);
      } catch {
        return { state: 'failed', reason: 'cannot be opened' };
      }
      if (!this.allowsPrivate && !isPublicHttps(address))
        return { state: 'failed', reason: 'not a public https address' };
      // The same for every attempt, so that the receiver recognizes duplicates.
      const headers = webhookHeaders({ id: `${dispatch.id}.${channelId}`, body, secret: keys.secret }, Date.now());
      const { outcome, message } = await this.post(address, headers, body, tries);
      // For the owner only: it must not fail a delivery.
      if (message !== keys.lastError?.message) await this.recordError(channelId, message).catch(() => undefined);
      return outcome.state === 'later' && outcome.waitMs === undefined && tries + 1 >= maxAttempts
        ? { state: 'failed', reason: outcome.reason }
        : outcome;
    };
  }

  private async post(address: URL, headers: Record<string, string>, body: string, tries: number): Promise<Call> {
    try {
      const response = await this.agent.request({
        origin: address.origin,
        path: `${address.pathname}${address.search}`,
        method: 'POST',
        headers,
        body,
        signal: AbortSignal.timeout(responseTimeoutMs),
      });
      await response.body.dump();
      const { statusCode, headers: received } = response;
      if (redirects.has(statusCode)) return redirected(statusCode, address, received['location']);
      return callOf(statusCode, retryAfterMs(received['retry-after']), tries);
    } catch (error) {
      const code = errorCode(error);
      return {
        outcome: { state: 'later', reason: code || 'no response', maybeSent: true },
        message: `We couldn’t reach it${code && ` (${code})`}.`,
      };
    }
  }

  close(): Promise<void> {
    return this.agent.destroy();
  }
}

function callOf(status: number, pauseMs: number | undefined, tries: number): Call {
  const reason = `status ${status}`;
  if (status >= 200 && status < 300) return { outcome: { state: 'accepted' } };
  // 410 Gone, per standardwebhooks.com.
  if (status === 410) return { outcome: { state: 'gone', reason } };
  const message = `Its server responded with status ${status}.`;
  if (status !== 408 && status !== 429 && status < 500) return { outcome: { state: 'failed', reason }, message };
  const minMs = minWaitMs[Math.min(tries, minWaitMs.length - 1)] ?? minWaitMs[0];
  // Longer than the warning lasts: one attempt just before its end (`resultOf`).
  return {
    outcome: { state: 'later', reason, ...(pauseMs !== undefined && { waitMs: Math.max(pauseMs, minMs) }) },
    message,
  };
}

/** Not followed: the receiver's owner confirmed one address, and the next may not be theirs. */
function redirected(status: number, from: URL, location: string | string[] | undefined): Call {
  const to = typeof location === 'string' && URL.canParse(location, from) ? new URL(location, from) : undefined;
  return {
    outcome: {
      state: 'failed',
      reason: `status ${status}: redirects to ${to?.origin ?? 'no address'}: change the address`,
    },
    message: to
      ? `It redirects to ${to.origin}${to.pathname} (status ${status}). Change the address: add a webhook with the new one, then delete this one.`
      : `It redirects without saying where (status ${status}). Ask its operator for the new address, add a webhook with it, then delete this one.`,
  };
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
