/** Environment variables of the notifications service and its sender, and the settings derived from them. */
import { createECDH } from 'node:crypto';
import { databaseVariables, loadConfig, processVariables, serverVariables, yesNo } from '@site/platform/base/config';
import { mailVariables, senderAddress } from '@site/platform/mail/mail-settings';
import { usAreaCodes } from '@site/domain/us-area-codes';
import { z } from 'zod';
import type { SealKeys } from './channels/address-seal.js';
import type { VapidKeys } from './push/vapid.js';
import type { ConfirmationBudgets } from './subscriptions/confirmation-limits.js';

/** Parses 32 bytes; never repeats the text in errors. */
const key32 = (text: string, context: z.RefinementCtx): Buffer => {
  const key = /^[0-9a-f]{64}$/i.test(text) ? Buffer.from(text, 'hex') : Buffer.from(text, 'base64url');
  if (key.length !== 32) context.addIssue('must be 32 bytes, as 64 hexadecimal digits or in base64url');
  return key;
};

/** Returns a P-256 private key's public key, base64url of 65 bytes; undefined for an invalid one. */
function publicKeyOf(privateKey: string): string | undefined {
  if (!/^[\w-]{43}$/.test(privateKey)) return undefined;
  try {
    const ecdh = createECDH('prime256v1');
    ecdh.setPrivateKey(privateKey, 'base64url');
    return ecdh.getPublicKey('base64url');
  } catch {
    return undefined;
  }
}

/** Of Chromium browsers, Firefox, Safari and Edge. */
const defaultPushHosts =
  'fcm.googleapis.com,updates.push.services.mozilla.com,*.push.services.mozilla.com,*.push.apple.com,*.notify.windows.com';
const pushHostPattern = /^(\*\.)?([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)*[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(:\d{1,5})?$/;

const channelVariables = {
  ...processVariables,
  ...databaseVariables,
  /** Seals addresses: 32 bytes, as 64 hexadecimal digits or in base64url. Without it, all subscribers are lost. */
  NOTIFICATIONS_KEY: z.string('is missing').transform(key32),
  /** The previous key: opens what it sealed, which is resealed within a day. */
  NOTIFICATIONS_KEY_PREVIOUS: z.string().transform(key32).optional(),
  /** Hashes addresses and derives the links in messages: 32 bytes, irreplaceable. */
  NOTIFICATIONS_HASH_KEY: z.string('is missing').transform(key32),
  /**
   * Signs our web push messages (RFC 8292): 32 bytes in base64url. Without it, web push is off. Keep a copy: with
   * another key, no browser gets a push before its next visit, which renews its subscription.
   */
  VAPID_PRIVATE_KEY: z
    .string()
    .refine((key) => publicKeyOf(key) !== undefined, 'must be a private key of P-256, 32 bytes in base64url')
    .optional(),
  /** Allowed push services, comma-separated; "*." includes all subdomains. */
  PUSH_HOSTS: z
    .string()
    .default(defaultPushHosts)
    .transform((text) => text.split(',').map((host) => host.trim().toLowerCase()))
    .refine((hosts) => hosts.every((host) => pushHostPattern.test(host)), 'must be host names separated by commas'),
  NOTIFICATIONS_MAIL: yesNo.default(true),
  /** Whether to text the most dangerous alerts; the sender then needs SMS_ACCOUNT_SID and related settings. */
  NOTIFICATIONS_SMS: yesNo.default(false),
  /** Area codes that may sign up for texts, comma-separated. Default: the states and D.C. */
  SMS_AREA_CODES: z
    .string()
    .default(usAreaCodes.join())
    .transform((text) => text.split(',').map((code) => code.trim()))
    .refine((codes) => codes.every((code) => /^[2-9]\d{2}$/.test(code)), 'must be area codes separated by commas'),
  /** Pauses all sending; dispatches wait until their warnings are over. */
  NOTIFICATIONS_PAUSED: yesNo.default(false),
};

const sendsMail = () => !/^(false|0|no)$/i.test(process.env['NOTIFICATIONS_MAIL'] ?? '');
const sendsInside = () => process.env['NOTIFICATIONS_SENDER'] === 'inside';
const httpUrl = z.url({ protocol: /^https?$/, error: 'must be an http(s) address' });

const perDay = (count: number) => z.coerce.number().int().min(1).max(10_000_000).default(count);

/** Settings of the process that sends: the sender, or `main` if it sends too. */
const sendingVariables = {
  ...channelVariables,
  ...mailVariables(sendsMail),
  /** Contact for push services: mailto: or https:. Default: from MAIL_FROM or PUBLIC_URL. */
  VAPID_SUBJECT: z
    .string()
    .regex(/^(mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/, 'must be a mailto: or https: address')
    .optional(),
  ALERT_MAILS_PER_SECOND: z.coerce.number().min(0.1).max(10_000).default(100),
  /** Maximum sign-up messages per UTC day, site-wide and per network. Excess ones wait. */
  MAIL_CONFIRMATIONS_PER_DAY: perDay(20_000),
  MAIL_CONFIRMATIONS_PER_NETWORK: perDay(500),
  SMS_CONFIRMATIONS_PER_DAY: perDay(2_000),
  SMS_CONFIRMATIONS_PER_NETWORK: perDay(100),
  /** With an API like Twilio's. */
  SMS_BASE_URL: httpUrl.default('https://api.twilio.com'),
  SMS_ACCOUNT_SID: z.string().optional(),
  SMS_AUTH_TOKEN: z.string().optional(),
  SMS_MESSAGING_SERVICE_SID: z.string().optional(),
};
export type SendingConfig = Readonly<z.infer<z.ZodObject<typeof sendingVariables>>>;

const smsAccount = ['SMS_ACCOUNT_SID', 'SMS_AUTH_TOKEN', 'SMS_MESSAGING_SERVICE_SID'] as const;

function requireSmsAccount(
  config: SendingConfig,
  names: readonly (typeof smsAccount)[number][],
  context: z.RefinementCtx,
) {
  for (const name of config.NOTIFICATIONS_SMS ? names : [])
    if (!config[name])
      context.addIssue({ code: 'custom', path: [name], message: 'is missing: NOTIFICATIONS_SMS needs it' });
}

const serverFields = z.object({
  ...sendingVariables,
  // Required if this process sends; otherwise the sender's schema requires them.
  ...mailVariables(() => sendsInside() && sendsMail()),
  ...serverVariables,
  WEATHER_GRPC_ADDRESS: z.string('is missing').regex(/^.+:\d+$/, 'must be host:port'),
  /** "inside": this process also sends, as on a single machine; "apart": the image's second command sends. */
  NOTIFICATIONS_SENDER: z.enum(['inside', 'apart'], 'must be inside or apart').default('apart'),
});
// A process that doesn't send must still authenticate callbacks.
export const serverSchema = serverFields.superRefine((config, context) =>
  requireSmsAccount(config, config.NOTIFICATIONS_SENDER === 'inside' ? smsAccount : ['SMS_AUTH_TOKEN'], context),
);

/** Without a certificate: the sender neither calls nor serves other processes. */
export const senderSchema = z
  .object(sendingVariables)
  .superRefine((config, context) => requireSmsAccount(config, smsAccount, context));

export const serverConfig = () => loadConfig(serverSchema);
export const senderConfig = () => loadConfig(senderSchema);

/** Returns the keys that seal and hash addresses. */
export const sealKeysOf = (config: SendingConfig): SealKeys => ({
  current: config.NOTIFICATIONS_KEY,
  previous: config.NOTIFICATIONS_KEY_PREVIOUS,
  hash: config.NOTIFICATIONS_HASH_KEY,
});

/** Returns the settings that the service's rpcs need. */
export const settingsOf = (config: SendingConfig) => ({
  /** VAPID public key (RFC 8292), base64url of 65 bytes, if web push is on. */
  vapidPublicKey: config.VAPID_PRIVATE_KEY && publicKeyOf(config.VAPID_PRIVATE_KEY),
  mail: config.NOTIFICATIONS_MAIL,
  sms: config.NOTIFICATIONS_SMS,
  /** Verifies the text carrier's callbacks, if texts are on. */
  smsAuthToken: config.NOTIFICATIONS_SMS ? config.SMS_AUTH_TOKEN : undefined,
  smsAreaCodes: config.SMS_AREA_CODES as readonly string[],
  paused: config.NOTIFICATIONS_PAUSED,
  pushHosts: config.PUSH_HOSTS as readonly string[],
});
export type NotificationSettings = ReturnType<typeof settingsOf>;
export const SETTINGS = Symbol('notification settings');

/** Returns how many sign-up messages may go out per UTC day, for the site and per network. */
export const budgetsOf = (config: SendingConfig): ConfirmationBudgets => ({
  mail: { site: config.MAIL_CONFIRMATIONS_PER_DAY, network: config.MAIL_CONFIRMATIONS_PER_NETWORK },
  sms: { site: config.SMS_CONFIRMATIONS_PER_DAY, network: config.SMS_CONFIRMATIONS_PER_NETWORK },
});

/** Returns the keys that identify us to push services, if web push is on. */
export function vapidKeysOf(config: SendingConfig): VapidKeys | undefined {
  const privateKey = config.VAPID_PRIVATE_KEY;
  const publicKey = privateKey && publicKeyOf(privateKey);
  if (!privateKey || !publicKey) return undefined;
  const address = senderAddress(config.MAIL_FROM);
  const site = config.PUBLIC_URL.startsWith('https:') ? config.PUBLIC_URL : undefined;
  const host = new URL(config.PUBLIC_URL).hostname;
  return {
    publicKey,
    privateKey,
    subject: config.VAPID_SUBJECT ?? (address ? `mailto:${address}` : (site ?? `mailto:no-reply@${host}`)),
  };
}
