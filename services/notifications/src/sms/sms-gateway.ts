import { neverReached } from '@site/platform/base/outage';
import { Pool } from 'undici';
import type { Outcome } from '../adapters/adapter.js';
import { errorCode } from '../adapters/error-code.js';

/** Hands text messages to whoever carries them. */
export interface SmsGateway {
  /**
   * @param to E.164, "+15015550123"
   * @param ref comes back with reports
   */
  send(to: string, body: string, ref: string): Promise<Outcome>;
  close(): Promise<void>;
}

/** How a Twilio-compatible service is asked. */
export interface SmsSettings {
  /** "https://api.twilio.com" */
  baseUrl: string;
  accountSid: string;
  authToken: string;
  /** Chooses the number that it is sent from. */
  messagingServiceSid: string;
  /** Where reports of delivery go; none without it. */
  statusCallback?: string;
}

const connections = 8;
const answerTimeoutMs = 8_000;

/** Codes that mean: never again to this number. Unsubscribed at the carrier, not a mobile number, no such number. */
const goneCodes = new Set([21_211, 21_610, 21_612, 21_614, 30_003, 30_005, 30_006]);

/** POST /2010-04-01/Accounts/{sid}/Messages.json, as Twilio and those who follow it have it. */
export function openSmsGateway(settings: SmsSettings): SmsGateway {
  const { origin, pathname } = new URL(settings.baseUrl);
  const pool = new Pool(origin, { connections, connect: { timeout: 2_000 }, maxResponseSize: 64 * 1024 });
  const path = `${pathname.replace(/\/+$/, '')}/2010-04-01/Accounts/${encodeURIComponent(settings.accountSid)}/Messages.json`;
  const authorization = `Basic ${Buffer.from(`${settings.accountSid}:${settings.authToken}`).toString('base64')}`;
  return {
    async send(to, body, ref) {
      const { statusCallback } = settings;
      const form = new URLSearchParams({
        To: to,
        MessagingServiceSid: settings.messagingServiceSid,
        Body: body,
        ...(statusCallback && { StatusCallback: `${statusCallback}?ref=${encodeURIComponent(ref)}` }),
      });
      try {
        const response = await pool.request({
          method: 'POST',
          path,
          headers: { authorization, 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
          body: form.toString(),
          signal: AbortSignal.timeout(answerTimeoutMs),
        });
        const text = await response.body.text();
        return outcomeOf(response.statusCode, codeOf(text), String(response.headers['retry-after'] ?? ''));
      } catch (error) {
        // A text costs money and cannot be replaced on the phone: one that may be out is not sent again.
        return neverReached(errorCode(error))
          ? { state: 'later', reason: 'the text service is out of reach' }
          : { state: 'failed', reason: 'the text service did not answer; the text may be out' };
      }
    },
    close: () => pool.destroy(),
  };
}

function codeOf(text: string): number {
  try {
    return Number((JSON.parse(text) as { code?: unknown }).code ?? 0);
  } catch {
    return 0;
  }
}

function outcomeOf(status: number, code: number, retryAfter: string): Outcome {
  const reason = `status ${status}${code ? `, code ${code}` : ''}`;
  if (status === 200 || status === 201) return { state: 'accepted' };
  if (goneCodes.has(code)) return { state: 'gone', reason };
  if (status === 429 || status >= 500) {
    const seconds = Number(retryAfter);
    return { state: 'later', reason, ...(seconds > 0 && { waitMs: seconds * 1_000 }) };
  }
  return { state: 'failed', reason };
}
