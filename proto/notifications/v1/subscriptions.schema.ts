/** Validation of alert subscriptions in the form, the page without script and the gateway. */
import { z } from 'zod';
import { emailField, optionalText, requiredLine } from '../../fields.js';
import { phoneField } from '../../phone-number.js';
import { tokenField, unsubscribeBody } from '../../unsubscribe.js';
import { counties } from '@site/regions/counties';
import { stateName } from '@site/regions/state';
import { messageLanguages, preferredKinds, notificationLevels } from '@site/domain/notifications/kinds';

/**
 * Accepted versions of the consent text, newest last. A changed text adds one; the previous one stays while pages that
 * show it may be open.
 */
const consentVersions = ['2026-11'] as const;
export const consentVersion = consentVersions.at(-1)!;

export const consentVersionField = z
  .string('consent_version is required')
  .pipe(z.enum(consentVersions, `consent_version must be ${consentVersions.join(' or ')}`));

const fips: ReadonlySet<string> = new Set(counties.map((county) => county.fips));
const withoutRepetitions = <Value>(values: Value[]) => [...new Set(values)];

const countiesField = z
  .array(
    z
      .string('Each county must be a FIPS code')
      .refine((code) => fips.has(code), `There is no such county in ${stateName}`),
  )
  .min(1, 'Please choose at least one county')
  .max(counties.length, `There are ${counties.length} counties`)
  .overwrite(withoutRepetitions);

const kindsField = z
  .array(z.enum(preferredKinds, `kinds must be one of ${preferredKinds.join(', ')}`))
  .min(1, 'Please choose at least one kind of weather')
  .max(preferredKinds.length, `There are ${preferredKinds.length} kinds`)
  .overwrite(withoutRepetitions)
  .describe('With `all`, alerts of every kind, also of kinds that are added later. So does a list of all of them.');

const levelField = z.literal(
  notificationLevels.map(({ level }) => level),
  'min_level must be 1, 2, 3 or 4',
);

const clockField = (name: string) =>
  z.string(`${name} must be a time`).regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, `${name} must be a time like 22:00`);

/** Times are local. */
export const preferenceFields = z
  .strictObject({
    counties: countiesField,
    kinds: kindsField,
    min_level: levelField,
    quiet_from: clockField('quiet_from').optional(),
    quiet_until: clockField('quiet_until').optional(),
    override_quiet_hours: z.boolean('loud_when_dangerous must be true or false').default(true),
    language: z
      .enum(messageLanguages, `language must be ${messageLanguages.join(' or ')}`)
      .optional()
      .describe('Of messages. Without it, the subscription keeps its language; a new one is in English.'),
  })
  .refine((preferences) => (preferences.quiet_from === undefined) === (preferences.quiet_until === undefined), {
    path: ['quiet_until'],
    message: 'Quiet hours need a start and an end',
  })
  .refine((preferences) => preferences.quiet_from === undefined || preferences.quiet_from !== preferences.quiet_until, {
    path: ['quiet_until'],
    message: 'Quiet hours must not start and end at the same time',
  })
  .meta({ id: 'AlertWishes' });
export type PreferenceFields = z.infer<typeof preferenceFields>;

/** In characters: far above any push service's, short enough to encrypt and log. */
const maxAddressLength = 1_000;

/** Returns whether a text is an https address without user info. The service checks host and port. */
function isPlainHttps(text: string): boolean {
  if (/[\s\\]/.test(text) || !URL.canParse(text)) return false;
  const { protocol, username, password } = new URL(text);
  return protocol === 'https:' && username === '' && password === '';
}

/** An https address for outgoing calls. */
export const httpsAddress = (name: string) =>
  requiredLine(name, maxAddressLength).refine(isPlainHttps, `${name} must be an https address`);

/** As in `PushSubscription.toJSON()` (RFC 8291). */
export const pushFields = z
  .strictObject({
    endpoint: httpsAddress('endpoint'),
    // 65 bytes, first 4: an uncompressed point. 16 bytes. In both, unused bits after the last byte are 0.
    p256dh: z
      .string('p256dh is required')
      .regex(/^B[A-P][\w-]{84}[AEIMQUYcgkosw048]$/, 'p256dh must be an uncompressed P-256 point in base64url'),
    auth: z.string('auth is required').regex(/^[\w-]{21}[AQgw]$/, 'auth must be 16 bytes in base64url'),
  })
  .meta({ id: 'PushEndpointInput' });
export type PushFields = z.infer<typeof pushFields>;

/** US numbers only: +1 and ten digits. */
export const usPhoneField = phoneField('Phone number')
  .transform((phone) => phone.replace(/^(?:\+?1)?(?=\d{10}$)/, '+1'))
  .refine((phone) => /^\+1[2-9]\d{2}[2-9]\d{6}$/.test(phone), 'Please enter a US number as +1 and ten digits');

/** Body of POST /main/notifications/subscribe: exactly one of email, push and phone. */
export const subscribeInput = z
  .strictObject({
    email: emailField.optional(),
    push: pushFields.optional(),
    phone: usPhoneField.optional(),
    preferences: preferenceFields,
    consent_version: consentVersionField,
  })
  .refine(({ email, push, phone }) => [email, push, phone].filter((way) => way !== undefined).length === 1, {
    path: ['email'],
    message: 'Please choose one way to get alerts: notifications in this browser, or email.',
  })
  .meta({ id: 'AlertSubscribeInput' });
export type SubscribeInput = z.infer<typeof subscribeInput>;

/** Body of POST /main/notifications/confirm. */
export const tokenInput = z.strictObject({ token: tokenField }).meta({ id: 'AlertTokenInput' });

/** Body of POST /main/notifications/preferences: replaces the preferences; without `preferences`, returns the current ones. */
export const preferencesInput = z
  .strictObject({ token: tokenField, preferences: preferenceFields.optional() })
  .meta({ id: 'AlertWishesInput' });

/** Body of POST /main/notifications/end. */
export const endInput = unsubscribeBody.meta({ id: 'AlertEndInput' });

/** Body of POST /main/notifications/endpoint. */
export const endpointInput = z.strictObject({ token: tokenField, push: pushFields }).meta({ id: 'AlertEndpointInput' });

/** Upper bounds of the display delay in seconds; an extra bucket counts longer ones. */
export const displayDelayBuckets = [2, 5, 15, 30, 60, 300, 3_600] as const;

/** Body of POST /main/notifications/displayed: a dispatch, and the delay bucket of its notification. */
export const displayReportInput = z
  .strictObject({
    dispatch: z.uuid('dispatch must be the id of a dispatch'),
    bucket: z
      .int('bucket must be a whole number')
      .min(0, 'bucket must be at least 0')
      .max(displayDelayBuckets.length, `bucket must be at most ${displayDelayBuckets.length}`),
  })
  .meta({ id: 'AlertShownInput' });

/** Body of POST /hooks/sms/inbound: all the carrier's fields, because its signature covers them. */
export const inboundText = z.record(z.string(), z.string('A field was sent twice'));

const maxReasonLength = 300;

/** Body of POST /admin/main/notifications/kill-switch: pauses all sending with a reason, or resumes it. */
export const killSwitchInput = z
  .strictObject({
    paused: z.boolean('held must be true or false'),
    reason: optionalText('reason', maxReasonLength),
  })
  .refine(({ paused, reason }) => !paused || reason !== '', {
    path: ['reason'],
    message: 'Please give a reason, so that the next person on duty knows why.',
  })
  .meta({ id: 'AlertBrakeInput' });
