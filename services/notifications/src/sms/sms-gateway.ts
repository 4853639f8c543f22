/** Client of the text carrier (Twilio's API, which others imitate). */
import { neverReached } from '@site/platform/base/outage';
import { Pool } from 'undici';
import { type DeliveryResult, errorCode, retryAfterMs } from '../adapters/adapter.js';
import { classifySmsError, smsSetupErrors } from './sms-errors.js';

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
const responseTimeoutMs = 8_000;
/** An operator may fix the account while the warning lasts. */
const setupRetryMs = 30_000;

/** Posts to /2010-04-01/Accounts/{sid}/Messages.json. */
export function openSmsGateway(settings: SmsSettings) {
  const { origin, pathname } = new URL(settings.baseUrl);
  const pool = new Pool(origin, { connections, connect: { timeout: 2_000 }, maxResponseSize: 64 * 1024 });
  const path = `${pathname.replace(/\/+$/, '')}/2010-04-01/Accounts/${encodeURIComponent(settings.accountSid)}/Messages.json`;
  const authorization = `Basic ${Buffer.from(`${settings.accountSid}:${settings.authToken}`).toString('base64')}`;
  return {
    /**
     * @param to E.164, "+15015550123"
     * @param statusCallback the address for delivery reports
     */
    async send(to: string, body: string, statusCallback?: string): Promise<DeliveryResult> {
      const form = new URLSearchParams({
        To: to,
        MessagingServiceSid: settings.messagingServiceSid,
        Body: body,
        ...(statusCallback && { StatusCallback: statusCallback }),
      });
      try {
        const response = await pool.request({
          method: 'POST',
          path,
          headers: { authorization, 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
          body: form.toString(),
          signal: AbortSignal.timeout(responseTimeoutMs),
        });
        const text = await response.body.text();
        return outcomeOf(response.statusCode, codeOf(text), retryAfterMs(response.headers['retry-after']));
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

function outcomeOf(status: number, code: number, pauseMs: number | undefined): DeliveryResult {
  const reason = `status ${status}${code ? `, code ${code}` : ''}`;
  if (status === 200 || status === 201) return { state: 'accepted' };
  const smsError = classifySmsError(status, code);
  if (smsError === 'number') return { state: 'gone', reason };
  if (smsError === 'message') return { state: 'failed', reason };
  if (smsError === 'busy') return { state: 'later', reason, ...(pauseMs !== undefined && { waitMs: pauseMs }) };
  smsSetupErrors.inc();
  return { state: 'later', reason: `the text carrier refuses us: ${reason}`, waitMs: pauseMs ?? setupRetryMs };
}
