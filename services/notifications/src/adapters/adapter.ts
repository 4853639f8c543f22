import type { ChannelKind, Reserved, Dispatch } from '../dispatches/rows.js';

export type Outcome =
  | { state: 'accepted' }
  /** The address no longer exists; never retry. */
  | { state: 'gone'; reason: string }
  /** This message was rejected, and retrying wouldn't help. */
  | { state: 'failed'; reason: string }
  | {
      state: 'later';
      reason: string;
      /** Delay before the next attempt; default: the usual backoff. */
      waitMs?: number;
      /** It may have been delivered, so a retry counts as a possible duplicate. */
      maybeSent?: boolean;
      /** No attempt was made, because the recipient's server is being given a break. */
      notTried?: boolean;
    };

/** Delivers through one kind of channel. Failures on the other side are outcomes, never rejections. */
export interface ChannelSender {
  readonly kind: ChannelKind;
  /** Called once per batch to do the work that all its messages share. */
  begin(dispatch: Dispatch): (reserved: Reserved) => Promise<Outcome>;
  close(): Promise<void>;
}

/** Returns the code of a failed connection, such as "ECONNREFUSED"; empty if there is none. */
export function errorCode(error: unknown): string {
  const { code } = error as { code?: unknown };
  return typeof code === 'string' ? code : '';
}

/**
 * Returns a rate limiter whose callers wait for evenly spaced turns. Unused turns aren't saved, so there are no bursts.
 * @param perSecond above 0
 */
export function pacer(perSecond: number): () => Promise<void> {
  const apartMs = 1_000 / perSecond;
  let nextAt = 0;
  return async () => {
    const now = performance.now();
    const mine = Math.max(nextAt, now);
    nextAt = mine + apartMs;
    if (mine > now) await new Promise((resolve) => setTimeout(resolve, mine - now));
  };
}
