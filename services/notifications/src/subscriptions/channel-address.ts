/** Validates the address of a sign-up: email, phone number, or browser subscription. */
import { ECDH } from 'node:crypto';
import type { PushEndpoint, SubscribeRequest } from '@site/proto/gen/nest/notifications/v1/subscriptions';
import { readEmail } from '@site/domain/email-address';
import { invalidField } from '@site/proto/grpc';
import { pushFields, usPhoneField } from '@site/proto/notifications/v1/subscriptions.schema';
import type { PushKeys } from '../channels/address-seal.js';
import { allowedHostOf } from '../push/allowed-hosts.js';
import type { NotificationSettings } from '../config.js';

export interface ChannelAddress {
  kind: 'push' | 'mail' | 'sms';
  /** In canonical form. */
  address: string;
  /** For web push: its scheme and host. */
  pushOrigin: string | null;
  /** For web push. */
  keys?: PushKeys;
}

/**
 * Returns the one channel of a sign-up.
 * @throws INVALID_ARGUMENT if there isn't exactly one, or this site can't reach it
 */
export function channelOf(
  { email, push, phone }: Pick<SubscribeRequest, 'email' | 'push' | 'phone'>,
  settings: NotificationSettings,
): ChannelAddress {
  const ways = [email, push, phone].filter((way) => way !== undefined);
  if (ways.length !== 1) throw invalidField('email', 'Please choose one way to get alerts.');
  if (push) return pushAddress(push, settings);
  if (phone !== undefined) {
    if (!settings.sms) throw invalidField('phone', 'This site does not send text messages.');
    const read = usPhoneField.safeParse(phone);
    if (!read.success) throw invalidField('phone', read.error.issues[0]?.message ?? 'Please enter a US number');
    const areaCode = read.data.slice(2, 5);
    if (!settings.smsAreaCodes.includes(areaCode))
      throw invalidField('phone', `We can't send texts to area code ${areaCode}. Please enter a US mobile number.`);
    return { kind: 'sms', address: read.data, pushOrigin: null };
  }
  return mailAddress(email ?? '', settings);
}

function mailAddress(email: string, { mail }: NotificationSettings): ChannelAddress {
  if (!mail) throw invalidField('email', 'This site does not send alerts by email.');
  const { email: address, fault } = readEmail(email);
  if (address === undefined) throw invalidField('email', fault);
  return { kind: 'mail', address, pushOrigin: null };
}

/**
 * Validates a browser's subscription.
 * @throws INVALID_ARGUMENT for an unknown push service or unusable keys
 */
export function pushAddress(push: PushEndpoint | undefined, settings: NotificationSettings): ChannelAddress {
  if (settings.vapidPublicKey === undefined) throw invalidField('push', 'This site does not send web push messages.');
  const checked = pushFields.safeParse(push);
  if (!checked.success) {
    const [issue] = checked.error.issues;
    throw invalidField(['push', ...(issue?.path ?? [])].join('.'), issue?.message ?? 'push is required');
  }
  const { endpoint, p256dh, auth } = checked.data;
  if (allowedHostOf(endpoint, settings.pushHosts) === undefined)
    throw invalidField('push.endpoint', 'endpoint is not a push service we know');
  if (!isOnCurve(p256dh)) throw invalidField('push.p256dh', 'p256dh is not a point of P-256');
  const { origin, href } = new URL(endpoint);
  return { kind: 'push', address: href, pushOrigin: origin, keys: { p256dh, auth } };
}

/** Encryption fails for 65 bytes that are no point on the curve. */
function isOnCurve(p256dh: string): boolean {
  try {
    return ECDH.convertKey(p256dh, 'prime256v1', 'base64url', 'hex', 'compressed').length > 0;
  } catch {
    return false;
  }
}
