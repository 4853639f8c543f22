import { z } from 'zod';
import { integer, text, textOrNull } from '../../answers.js';
import { wishKinds } from '@site/domain/notifications/kinds';

/** The ways in which we reach people, and the states of one. */
export const channelKinds = ['push', 'mail', 'sms', 'webhook'] as const;
export type ChannelKind = (typeof channelKinds)[number];
export const channelStates = ['pending', 'confirmed', 'ended', 'bounced'] as const;
export type ChannelState = (typeof channelStates)[number];

/** How this site can reach people. */
export const pushKeyAnswer = z.strictObject({
  vapid_key: text.describe('For pushManager.subscribe (RFC 8292), base64url; empty where web push is off.'),
  mail: z.boolean(),
  sms: z.boolean(),
});
export type PushKey = z.infer<typeof pushKeyAnswer>;

/** The answer to a sign-up: the same for every address, so that it tells nothing about any. */
export const alertActionAnswer = z.strictObject({ action: text });

export const confirmedAnswer = z.strictObject({
  management_token: textOrNull.describe(
    'By which a browser changes its wishes later; null for a mail, whose every letter has one.',
  ),
});
export type Confirmed = z.infer<typeof confirmedAnswer>;

/** What somebody is told, and when. */
export const wishesAnswer = z.strictObject({
  counties: z.array(text).describe('FIPS codes.'),
  kinds: z.array(z.enum(wishKinds)),
  least_level: integer.describe(
    '1: advisories and up. 2: watches and up. 3: warnings and up. 4: the most dangerous alone.',
  ),
  quiet_from: textOrNull.describe('Local time (America/Chicago), 22:00.'),
  quiet_until: textOrNull,
  loud_when_dangerous: z.boolean().describe('Whether the most dangerous ring in quiet hours, too.'),
});
export type AlertWishes = z.infer<typeof wishesAnswer>;

/** A subscription as its owner sees it. */
export const subscriptionAnswer = z.strictObject({
  wishes: wishesAnswer,
  channel: z.enum(channelKinds),
  state: z.enum(['pending', 'confirmed']),
});
export type AlertSubscription = z.infer<typeof subscriptionAnswer>;

/** How many channels are in a state; none is left out but those of which there are none. */
export const channelCountAnswer = z.strictObject({
  channel: z.enum(channelKinds),
  state: z.enum(channelStates),
  count: integer,
});
export type ChannelCount = z.infer<typeof channelCountAnswer>;

const segmentAnswer = z.strictObject({ name: text, count: integer });

/** How many devices and addresses are told of what, and where. Who follows three counties is counted in each of them. */
export const segmentsAnswer = z.strictObject({
  counties: z.array(segmentAnswer).describe('By FIPS code, most first; those without anybody are left out.'),
  kinds: z.array(segmentAnswer).describe('By kind of weather, most first.'),
});
export type Segments = z.infer<typeof segmentsAnswer>;
