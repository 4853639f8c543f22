import { neverReached } from '@site/platform/base/outage';
import { Pool } from 'undici';
import { type Outcome, errorCode } from '../adapters/adapter.js';

/** A Twilio-compatible service. */
interface SmsSettings {
  /** "https://api.twilio.com" */
  baseUrl: string;
  accountSid: string;
  authToken: string;
  /** Selects the sending number. */
  messagingServiceSid: string;
}

export type SmsGateway = ReturnType<typeof openSmsGateway>;

const connections = 8;
const answerTimeoutMs = 8_000;

/** Unreachable numbers: unsubscribed at the carrier, not a mobile number, no such number. */
const goneCodes = new Set([21_211, 21_610, 21_612, 21_614, 30_003, 30_005, 30_006]);

/** Posts to /2010-04-01/Accounts/{sid}/Messages.json. */
export function openSmsGateway(settings: SmsSettings) {
  const { origin, pathname } = new URL(settings.baseUrl);
  const pool = new Pool(origin, { connections, connect: { timeout: 2_000 }, maxResponseSize: 64 * 1024 });
  const path = `${pathname.replace(/\/+$/, '')}/2010-04-01/Accounts/${encodeURIComponent(settings.accountSid)}/Messages.json`;
  const authorization = `Basic ${Buffer.from(`${settings.accountSid}:${settings.authToken}`).toString('base64')}`;
  return {
    /** @param to E.164, "+15015550123" */
    async send(to: string, body: string): Promise<Outcome> {
      const form = new URLSearchParams({ To: to, MessagingServiceSid: settings.messagingServiceSid, Body: body });
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
        // Texts cost money and can't be replaced, so one that may have been sent isn't repeated.
        return neverReached(errorCode(error))
          ? { state: 'later', reason: 'the text service is unreachable' }
          : { state: 'failed', reason: 'the text service did not respond; the text may have been sent' };
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
