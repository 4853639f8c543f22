import type { Wishes } from '@site/proto/gen/nest/notifications/v1/subscriptions';
import type { PushKeys } from '../channels/address-seal.js';
import type { ConfirmationPurpose } from '../channels/confirmation.entity.js';

export type { ConfirmationPurpose };

/** A question to a channel, ready to be sent. */
export interface ConfirmationMessage {
  channelId: string;
  kind: 'push' | 'mail' | 'sms';
  purpose: ConfirmationPurpose;
  /** Endpoint, e-mail address or telephone number. */
  address: string;
  /** Of web push: those of the browser that signed up. */
  keys?: PushKeys;
  /**
   * "confirm": a browser's service worker posts it back by itself (`data.confirm`), a mail has it in its link; it serves for a
   * day. Otherwise the token of every message to the channel, for changing and ending.
   */
  token: string;
  /** What was signed up for; unless it is to confirm, what applies. */
  wishes: Wishes;
}

/**
 * accepted: by the push service or mail server. gone: there is no such address. refused: this message is not wanted there, and
 * would not be another time. later: try again, for whatever reason; so does an error that is thrown.
 */
export type ConfirmationFate = 'accepted' | 'gone' | 'refused' | 'later';

/** Asks channels. May be called again for the same channel after a crash; a second message must do no harm. */
export interface Confirmations {
  push(message: ConfirmationMessage): Promise<ConfirmationFate>;
  mail(message: ConfirmationMessage): Promise<ConfirmationFate>;
  /** Where this site sends text messages. */
  text?(message: ConfirmationMessage): Promise<ConfirmationFate>;
}
