/** Responses about deliveries of warnings: public figures, dispatches, kill switch. */
import { z } from 'zod';
import { integer, text, textOrNull } from '../../responses.js';
import { channelCountResponse } from './subscriptions.responses.js';

const seconds = z.number();

export const percentilesResponse = z
  .strictObject({ count: integer, p50: seconds, p90: seconds, p99: seconds })
  .describe('In seconds; negative when one clock was ahead of another.');
export type Percentiles = z.infer<typeof percentilesResponse>;

/** `late`, `gone` and `failed` messages were not delivered. */
const outcomes = {
  accepted: integer,
  late: integer.describe('Not accepted while the warning was in force.'),
  gone: integer.describe('The address no longer exists.'),
  failed: integer.describe('Rejected, or a text that the carrier reported as not delivered.'),
};

export const deliveryPeriodResponse = z.strictObject({
  period: z.enum(['day', 'month', 'year']).describe('A month has 30 days.'),
  dispatches: integer,
  already_active: integer.describe(
    'Dispatches of alerts in effect before we could see them; not counted in `dispatches` or the lags.',
  ),
  source_lag: percentilesResponse
    .nullable()
    .describe('From the weather service\'s "sent" time to our first sight of the alert: a delay outside our control.'),
  own_lag: percentilesResponse.nullable().describe('From our first sight to accepted: our own delay.'),
  ...outcomes,
  displayed: z
    .array(integer)
    .describe('A sample of devices, by how late they showed it: within 2, 5, 15, 30, 60 s, 5 min, an hour, later.'),
});
export type DeliveryPeriod = z.infer<typeof deliveryPeriodResponse>;

export const deliveredWarningResponse = z.strictObject({
  event_key: text,
  event: text,
  counties: z.array(text).describe('FIPS codes.'),
  sent: text,
  first_seen_at: text,
  half_accepted_at: textOrNull,
  nearly_all_accepted_at: textOrNull.describe('When 99 % were accepted; null until then.'),
  ...outcomes,
});
export type DeliveredWarning = z.infer<typeof deliveredWarningResponse>;

export const deliveryResponse = z.strictObject({
  periods: z.array(deliveryPeriodResponse),
  warnings: z.array(deliveredWarningResponse).describe('The last 20 tornado warnings, newest first.'),
  since: textOrNull.describe('When the figures begin; null on a new site.'),
  stuck_since: textOrNull.describe(
    'Since when a fault keeps us from sending notifications of new warnings; null while all is well.',
  ),
});
export type Delivery = z.infer<typeof deliveryResponse>;

/** By what changed. */
export const runKinds = ['new', 'grown', 'raised', 'quiet', 'ended'] as const;
export const runStates = ['waiting', 'sending', 'held', 'finished'] as const;

/** A dispatch: one revision of an event, delivered to its subscribers. */
export const dispatchResponse = z.strictObject({
  id: text,
  event_key: text,
  revision: integer,
  event: text,
  kind: z.enum(runKinds),
  priority: integer.describe('0 is sent first.'),
  counties: z.array(text).describe('FIPS codes.'),
  state: z.enum(runStates),
  sent: text,
  first_seen_at: text,
  created_at: text,
  send_until: text.describe('Nothing more is sent after this time.'),
  finished_at: textOrNull,
  reserved: integer,
  ...outcomes,
  maybe_repeated: integer.describe('Resent because a crash left it unknown whether they had been sent.'),
  pause_reason: text.describe('Empty unless it is paused.'),
});
export type AlertDispatch = z.infer<typeof dispatchResponse>;

export const killSwitchResponse = z.strictObject({
  paused: z.boolean(),
  reason: text,
  by: text.describe('Empty when nothing is paused, or the system paused it.'),
  at: text,
});
export type KillSwitch = z.infer<typeof killSwitchResponse>;

export const notificationsResponse = z.strictObject({
  channels: z.array(channelCountResponse),
  kill_switch: killSwitchResponse,
  delivery: deliveryResponse,
});
export type Notifications = z.infer<typeof notificationsResponse>;
