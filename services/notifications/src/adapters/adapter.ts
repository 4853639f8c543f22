/** The interface of a channel that sends messages, and the possible outcomes of a message. */
import type { ChannelKind, Reserved, Dispatch } from '../dispatches/dispatch-rows.js';

export type DeliveryResult =
  | { state: 'accepted' }
  /** The address no longer exists; never retry. */
  | { state: 'gone'; reason: string }
  /** This message was rejected; a retry wouldn't help. */
  | { state: 'failed'; reason: string }
  | {
      state: 'later';
      reason: string;
      /** Default: the usual backoff. */
      waitMs?: number;
      /** May have been delivered, so a retry counts as a possible duplicate. */
      maybeSent?: boolean;
      /** The recipient's server is being given a break. */
      notTried?: boolean;
    };

/** Failures on the other side are outcomes, never rejections. */
export interface ChannelSender {
  readonly kind: ChannelKind;
  /** Does the work that a batch's messages share. */
  begin(dispatch: Dispatch): (reserved: Reserved) => Promise<DeliveryResult>;
  close(): Promise<void>;
}

/** Returns the code of a failed connection, such as "ECONNREFUSED"; empty if none. */
export function errorCode(error: unknown): string {
  const { code } = error as { code?: unknown };
  return typeof code === 'string' ? code : '';
}

/** Parses `Retry-After`, seconds or a date (RFC 9110, 10.2.3), to milliseconds. */
export function retryAfterMs(header: string | string[] | undefined, now = Date.now()): number | undefined {
  if (typeof header !== 'string') return undefined;
  const ms = /^\d+$/.test(header) ? Number(header) * 1_000 : Date.parse(header) - now;
  return Number.isFinite(ms) && ms > 0 ? ms : undefined;
}
