import type { ChannelKind, Reserved, Dispatch } from '../dispatches/rows.js';

export type Outcome =
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
  begin(dispatch: Dispatch): (reserved: Reserved) => Promise<Outcome>;
  close(): Promise<void>;
}

/** Returns the code of a failed connection, such as "ECONNREFUSED"; empty if none. */
export function errorCode(error: unknown): string {
  const { code } = error as { code?: unknown };
  return typeof code === 'string' ? code : '';
}

/**
 * Returns a rate limiter with evenly spaced turns. Unused turns aren't saved, so there are no bursts.
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
