/** The message that asks a new channel to confirm its subscription, and its possible results. */
import type { Preferences } from '@site/proto/gen/nest/notifications/v1/subscriptions';
import type { PushKeys } from '../channels/address-seal.js';
import type { ConfirmationPurpose } from '../channels/channel.entity.js';

export interface ConfirmationMessage {
  channelId: string;
  kind: 'push' | 'mail' | 'sms';
  purpose: ConfirmationPurpose;
  /** Endpoint, email address or phone number. */
  address: string;
  /** Of the browser that signed up. */
  keys?: PushKeys;
  /**
   * For "confirm", valid for a day: a browser's service worker posts it back (`data.confirm`), a mail contains it in
   * the link. Otherwise the token in every message to the channel.
   */
  token: string;
  /** The sign-up's, or the ones in effect. */
  preferences: Preferences;
}

/**
 * accepted: by the push service or mail server. gone: no such address. refused: this message isn't accepted, and
 * retrying won't help. later: retry, as after a thrown error.
 */
export type ConfirmationFate = 'accepted' | 'gone' | 'refused' | 'later';

/** May be called again after a crash; a duplicate must do no harm. */
export type SendConfirmation = (message: ConfirmationMessage) => Promise<ConfirmationFate>;
