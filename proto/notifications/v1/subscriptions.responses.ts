import { z } from 'zod';
import { integer, text, textOrNull } from '../../responses.js';
import { messageLanguages, preferredKinds } from '@site/domain/notifications/kinds';
import { state } from '@site/regions/state';

export const channelKinds = ['push', 'mail', 'sms', 'webhook'] as const;
export type ChannelKind = (typeof channelKinds)[number];
export const channelStates = ['pending', 'confirmed', 'ended', 'bounced'] as const;
export type ChannelState = (typeof channelStates)[number];

export const pushKeyResponse = z.strictObject({
  vapid_key: text.describe('For pushManager.subscribe (RFC 8292), base64url; empty when web push is off.'),
  mail: z.boolean(),
  sms: z.boolean(),
});
export type PushKey = z.infer<typeof pushKeyResponse>;

/** Identical for every address, so that it reveals nothing. */
export const alertActionResponse = z.strictObject({ action: text });

export const confirmedResponse = z.strictObject({
  management_token: textOrNull.describe(
    'Token by which a browser changes its preferences later; null for email, where every message has one.',
  ),
});
export type Confirmed = z.infer<typeof confirmedResponse>;

export const preferencesResponse = z.strictObject({
  counties: z.array(text).describe('FIPS codes.'),
  kinds: z
    .array(z.enum(preferredKinds))
    .describe('With `all` if every kind, also later ones; then the present ones, too.'),
  min_level: integer.describe(
    '1: advisories and up. 2: watches and up. 3: warnings and up. 4: only the most dangerous.',
  ),
  quiet_from: textOrNull.describe(`Local time (${state.timeZone}), 22:00.`),
  quiet_until: textOrNull,
  override_quiet_hours: z.boolean().describe('Whether the most dangerous make a sound in quiet hours, too.'),
  language: z.enum(messageLanguages).describe('Of messages.'),
});
export type AlertPreferences = z.infer<typeof preferencesResponse>;

export const subscriptionResponse = z.strictObject({
  preferences: preferencesResponse,
  channel: z.enum(channelKinds),
  state: z.enum(['pending', 'confirmed']),
});
export type AlertSubscription = z.infer<typeof subscriptionResponse>;

/** States without channels are left out. */
export const channelCountResponse = z.strictObject({
  channel: z.enum(channelKinds),
  state: z.enum(channelStates),
  count: integer,
});
export type ChannelCount = z.infer<typeof channelCountResponse>;

const segmentSchema = z.strictObject({ name: text, count: integer });

/** A subscriber counts in each of its counties. */
export const segmentsResponse = z.strictObject({
  counties: z.array(segmentSchema).describe('By FIPS code, highest first; counties without subscribers are left out.'),
  kinds: z.array(segmentSchema).describe('By kind of weather, highest first.'),
});
export type Segments = z.infer<typeof segmentsResponse>;
