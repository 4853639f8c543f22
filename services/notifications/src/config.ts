import { createECDH } from 'node:crypto';
import {
  databaseVariables,
  loadConfig,
  parseConfig,
  processVariables,
  serverVariables,
  yesNo,
} from '@site/platform/base/config';
import { mailVariables, senderAddress } from '@site/platform/mail/mail-settings';
import { usAreaCodes } from '@site/domain/us-area-codes';
import { z } from 'zod';
import type { SealKeys } from './channels/address-seal.js';
import type { NotificationSettings } from './settings.js';
import type { ConfirmationBudgets } from './subscriptions/confirmation-limits.js';

/** Everything that notifications are told from outside. Nothing else here reads the environment. */

/** 32 bytes; the text itself is never repeated. */
const key32 = (text: string, context: z.RefinementCtx): Buffer => {
  const key = /^[0-9a-f]{64}$/i.test(text) ? Buffer.from(text, 'hex') : Buffer.from(text, 'base64url');
  if (key.length !== 32) context.addIssue('must be 32 bytes, as 64 hexadecimal digits or in base64url');
  return key;
};

/** base64url of the 65 bytes that belong to a private key of P-256; undefined when it is none. */
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

/** The push services of Chrome and its relatives, Firefox, Safari and Edge. */
const usualPushHosts =
  'fcm.googleapis.com,updates.push.services.mozilla.com,*.push.services.mozilla.com,*.push.apple.com,*.notify.windows.com';
const pushHostPattern = /^(\*\.)?([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)*[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(:\d{1,5})?$/;

/** Of both commands: what they need to know of channels. */
export const channelVariables = {
  ...processVariables,
  ...databaseVariables,
  /** Seals where messages go: 32 bytes, as 64 hexadecimal digits or in base64url. Whoever loses it loses every subscriber. */
  NOTIFICATIONS_KEY: z.string('is missing').transform(key32),
  /** The key before this one: opens what it sealed, which is sealed anew within a day. */
  NOTIFICATIONS_KEY_PREVIOUS: z.string().transform(key32).optional(),
  /** Recognises addresses, and makes the links of messages: 32 bytes. It cannot be replaced. */
  NOTIFICATIONS_HASH_KEY: z.string('is missing').transform(key32),
  /**
   * Signs our web push messages (RFC 8292): 32 bytes in base64url. Without it there is no web push. Keep a copy: with another
   * one every browser has to subscribe again.
   */
  VAPID_PRIVATE_KEY: z
    .string()
    .refine((key) => publicKeyOf(key) !== undefined, 'must be a private key of P-256, 32 bytes in base64url')
    .optional(),
  /** The push services that browsers may name, separated by commas; "*." before a name stands for all below it. */
  PUSH_HOSTS: z
    .string()
    .default(usualPushHosts)
    .transform((text) => text.split(',').map((host) => host.trim().toLowerCase()))
    .refine((hosts) => hosts.every((host) => pushHostPattern.test(host)), 'must be host names separated by commas'),
  /** Whether alerts go by mail, too. */
  NOTIFICATIONS_MAIL: yesNo.default(true),
  /** Whether the most dangerous go as text messages, too; the sender then needs SMS_ACCOUNT_SID and what belongs to it. */
  NOTIFICATIONS_SMS: yesNo.default(false),
  /** The area codes that may be signed up for texts, separated by commas. Those of the fifty states and D.C. by default. */
  SMS_AREA_CODES: z
    .string()
    .default(usAreaCodes.join())
    .transform((text) => text.split(',').map((code) => code.trim()))
    .refine((codes) => codes.every((code) => /^[2-9]\d{2}$/.test(code)), 'must be area codes separated by commas'),
  /** Nothing is sent while this is true; runs wait, until their warnings are over. */
  NOTIFICATIONS_PAUSED: yesNo.default(false),
};
export type ChannelConfig = Readonly<z.infer<z.ZodObject<typeof channelVariables>>>;

const sendsMail = () => !/^(false|0|no)$/i.test(process.env['NOTIFICATIONS_MAIL'] ?? '');
const sendsInside = () => process.env['NOTIFICATIONS_SENDER'] === 'inside';
const httpUrl = z.url({ protocol: /^https?$/, error: 'must be an http(s) address' });

const perDay = (count: number) => z.coerce.number().int().min(1).max(10_000_000).default(count);

/** Of whoever sends: the sender, or `main` where it sends, too. */
const sendingVariables = {
  ...channelVariables,
  ...mailVariables(sendsMail),
  /** Where a push service can write to us: mailto: or https:. Made from MAIL_FROM or PUBLIC_URL by default. */
  VAPID_SUBJECT: z
    .string()
    .regex(/^(mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/, 'must be a mailto: or https: address')
    .optional(),
  /** At most so many alert mails a second are handed to the mail server. */
  ALERT_MAILS_PER_SECOND: z.coerce.number().min(0.1).max(10_000).default(100),
  /** How many sign-up messages go out on a UTC day: of the whole site, and of one network. What is over waits. */
  MAIL_CONFIRMATIONS_PER_DAY: perDay(20_000),
  MAIL_CONFIRMATIONS_PER_NETWORK: perDay(500),
  SMS_CONFIRMATIONS_PER_DAY: perDay(2_000),
  SMS_CONFIRMATIONS_PER_NETWORK: perDay(100),
  /** The provider of text messages: an address that speaks as Twilio's does. */
  SMS_BASE_URL: httpUrl.default('https://api.twilio.com'),
  SMS_ACCOUNT_SID: z.string().optional(),
  SMS_AUTH_TOKEN: z.string().optional(),
  SMS_MESSAGING_SERVICE_SID: z.string().optional(),
};
export type SendingConfig = Readonly<z.infer<z.ZodObject<typeof sendingVariables>>>;

const smsAccount = ['SMS_ACCOUNT_SID', 'SMS_AUTH_TOKEN', 'SMS_MESSAGING_SERVICE_SID'] as const;

/** Where text messages are on, `names` of the account with their provider have to be there. */
function needForTexts(config: SendingConfig, names: readonly (typeof smsAccount)[number][], context: z.RefinementCtx) {
  for (const name of config.NOTIFICATIONS_SMS ? names : [])
    if (!config[name])
      context.addIssue({ code: 'custom', path: [name], message: 'is missing: NOTIFICATIONS_SMS needs it' });
}

const serverFields = z.object({
  ...sendingVariables,
  // Needed where it sends; the sender's own schema asks for them there.
  ...mailVariables(() => sendsInside() && sendsMail()),
  ...serverVariables,
  /** host:port of the weather proxy, which knows what happens to alerts. */
  WEATHER_GRPC_ADDRESS: z.string('is missing').regex(/^.+:\d+$/, 'must be host:port'),
  /** "inside": this process also sends, as on a single machine; "apart": the image's second command does. */
  NOTIFICATIONS_SENDER: z.enum(['inside', 'apart'], 'must be inside or apart').default('apart'),
});
export type ServerConfig = Readonly<z.infer<typeof serverFields>>;
// Who does not send still has to recognise the provider's calls.
export const serverSchema = serverFields.superRefine((config, context) =>
  needForTexts(config, config.NOTIFICATIONS_SENDER === 'inside' ? smsAccount : ['SMS_AUTH_TOKEN'], context),
);

/** It calls no process of the house and answers none, so it has no certificate. */
export const senderSchema = z
  .object(sendingVariables)
  .superRefine((config, context) => needForTexts(config, smsAccount, context));
export type SenderConfig = Readonly<z.infer<typeof senderSchema>>;

/** The gRPC server. */
export const serverConfig = (): ServerConfig => loadConfig(serverSchema);
export const parseServerConfig = (environment: NodeJS.ProcessEnv): ServerConfig =>
  parseConfig(serverSchema, environment);
/** The sender, the image's second command. */
export const senderConfig = (): SenderConfig => loadConfig(senderSchema);

export const sealKeysOf = (config: ChannelConfig): SealKeys => ({
  current: config.NOTIFICATIONS_KEY,
  previous: config.NOTIFICATIONS_KEY_PREVIOUS,
  hash: config.NOTIFICATIONS_HASH_KEY,
});

/** How this site can reach people. */
export const settingsOf = (config: SendingConfig): NotificationSettings => ({
  vapidPublicKey: config.VAPID_PRIVATE_KEY && publicKeyOf(config.VAPID_PRIVATE_KEY),
  mail: config.NOTIFICATIONS_MAIL,
  sms: config.NOTIFICATIONS_SMS,
  smsAuthToken: config.NOTIFICATIONS_SMS ? config.SMS_AUTH_TOKEN : undefined,
  smsAreaCodes: config.SMS_AREA_CODES,
  paused: config.NOTIFICATIONS_PAUSED,
  pushHosts: config.PUSH_HOSTS,
});

/** How many sign-up messages may go out on a day. */
export const budgetsOf = (config: SendingConfig): ConfirmationBudgets => ({
  mail: { site: config.MAIL_CONFIRMATIONS_PER_DAY, network: config.MAIL_CONFIRMATIONS_PER_NETWORK },
  sms: { site: config.SMS_CONFIRMATIONS_PER_DAY, network: config.SMS_CONFIRMATIONS_PER_NETWORK },
});

/** The keys that push services know us by; undefined where web push is off. */
export function vapidKeysOf(
  config: SendingConfig,
): { publicKey: string; privateKey: string; subject: string } | undefined {
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
