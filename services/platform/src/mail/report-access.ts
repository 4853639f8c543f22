import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { z } from 'zod';
import type { ReportFormat } from './mail-report.js';
import { returnPathsOf, type ReturnPaths, type returnPathVariables } from './return-path.js';

/**
 * Authenticates webhook calls:
 * - generic: a signature over id, time and body (standardwebhooks.com).
 * - mailgun: its signature over time and token. The secret is then Mailgun's "HTTP webhook signing key".
 * - ses, postmark: a password (HTTP Basic). Postmark doesn't sign. Verifying the signature of SNS needs a certificate
 *   from AWS, which the services, without access to the internet, can't load.
 */
export interface MailReportSettings {
  secret: string;
  returnPaths: ReturnPaths;
}

/** @returns undefined if this site doesn't process reports */
export function mailReportsOf(
  config: Readonly<z.infer<z.ZodObject<typeof returnPathVariables>>>,
): MailReportSettings | undefined {
  const { MAIL_REPORTS_SECRET: secret } = config;
  const returnPaths = returnPathsOf(config);
  return returnPaths && secret ? { returnPaths, secret } : undefined;
}

/** Mailgun, like Standard Webhooks, repeats a call with a fresh signature. */
const maxAgeSeconds = 300;

const mailgunCall = z.object({
  signature: z.object({ timestamp: z.string().max(20), token: z.string().max(100), signature: z.string().max(100) }),
});

/** @param now milliseconds since 1970 UTC */
export function isAuthentic(
  { format, body, headers }: { format: ReportFormat; body: string; headers: Readonly<Record<string, string>> },
  secret: string,
  now: number,
): boolean {
  if (format === 'mailgun') return isSignedByMailgun(body, secret, now);
  if (format === 'generic') return isSigned(body, headers, secret);
  // Peers that may report messages are authenticated by their certificates.
  if (format === 'message') return true;
  const [, credentials = ''] = /^Basic ([\w+/=-]+)$/i.exec(headers['authorization'] ?? '') ?? [];
  const pair = Buffer.from(credentials, 'base64').toString('utf8');
  return isEqual(pair.slice(pair.indexOf(':') + 1), secret);
}

function isSigned(body: string, headers: Readonly<Record<string, string>>, secret: string): boolean {
  try {
    new Webhook(secret, { format: 'raw' }).verify(body, headers);
    return true;
  } catch {
    return false;
  }
}

function isSignedByMailgun(body: string, key: string, now: number): boolean {
  let call;
  try {
    call = mailgunCall.safeParse(JSON.parse(body)).data?.signature;
  } catch {
    return false;
  }
  if (!call) return false;
  const ageSeconds = Math.abs(now / 1_000 - Number(call.timestamp));
  if (!(ageSeconds <= maxAgeSeconds)) return false;
  return isEqual(
    call.signature,
    createHmac('sha256', key)
      .update(call.timestamp + call.token)
      .digest('hex'),
  );
}

const digest = (text: string) => createHash('sha256').update(text).digest();
const isEqual = (actual: string, expected: string) => timingSafeEqual(digest(actual), digest(expected));
