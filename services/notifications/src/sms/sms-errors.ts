import { metrics } from '@site/platform/base/metrics';
import { Counter } from 'prom-client';

/**
 * Classifies the error codes of Twilio-compatible carriers (twilio.com/docs/api/errors).
 *
 * - number: this number can't get texts; it is put away.
 * - message: this text wasn't delivered, and a retry wouldn't help. The number is kept.
 * - busy: a retry may succeed.
 * - setup: our account, sender, campaign or permissions are wrong. Every number is kept, texts are retried while the
 *   warning lasts, and an operator is alerted.
 */
export type SmsError = 'number' | 'message' | 'busy' | 'setup';

/** Invalid, a short code, unsubscribed at the carrier, not a mobile number; unknown handset, landline. */
const numberCodes = new Set([21_211, 21_217, 21_265, 21_610, 21_614, 30_005, 30_006]);
/** Of the text itself: no body, too long, invalid media. */
const messageCodes = new Set([21_602, 21_605, 21_617, 21_618, 21_619, 21_620, 21_623]);
/** Full queue, too many requests, congestion. */
const busyCodes = new Set([14_107, 20_429, 21_611, 30_001, 30_017]);
/**
 * Account suspended; price limit; sender not registered or provisioned; rate and daily limits of our registration;
 * toll-free number not verified; campaign suspended, number not registered, campaign misconfigured; outbound messages
 * disabled; registration needed at the destination; trial account; fraud protection.
 */
const setupReportCodes = new Set([
  30_002, 30_010, 30_018, 30_022, 30_023, 30_024, 30_027, 30_028, 30_029, 30_030, 30_032, 30_033, 30_034, 30_035,
  30_037, 30_040, 30_041, 30_042, 30_044, 30_450, 63_038,
]);
/** Reports use the 30,000s for what happened to a text; other codes are the API's. */
const isReportCode = (code: number) => code >= 30_000 && code < 40_000;

/** @param code 0 if the response has none */
export function classifySmsError(status: number, code: number): SmsError {
  if (numberCodes.has(code)) return 'number';
  if (messageCodes.has(code)) return 'message';
  // A refused text hasn't been sent, so retrying it is free.
  return busyCodes.has(code) || status === 408 || status === 429 || status >= 500 ? 'busy' : 'setup';
}

/**
 * Classifies a report of an undelivered text. The handset may only be off (30003), or its carrier filters (30007): an
 * unknown reason neither puts the number away nor repeats a text, which costs money.
 */
export function undeliveredBecause(code: number): SmsError {
  if (numberCodes.has(code)) return 'number';
  if (busyCodes.has(code)) return 'busy';
  if (setupReportCodes.has(code)) return 'setup';
  // With a messaging service, the API's errors arrive in reports.
  return code !== 0 && !isReportCode(code) && !messageCodes.has(code) ? 'setup' : 'message';
}

export const smsSetupErrors = new Counter({
  name: 'sms_setup_errors_total',
  help: 'Texts that the carrier refused or did not deliver because of our account, sender, campaign or permissions',
  registers: [metrics],
});

export const smsReports = new Counter({
  name: 'sms_reports_total',
  help: 'Final delivery reports of texts, by outcome',
  labelNames: ['outcome'],
  registers: [metrics],
});
// Prometheus misses the first increase of a series that starts above 0.
for (const outcome of ['delivered', 'undelivered']) smsReports.inc({ outcome }, 0);
