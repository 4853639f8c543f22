import { Webhook } from 'standardwebhooks';

/**
 * Returns the headers that prove a request is ours and recent: the scheme of standardwebhooks.com, version 1.
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
