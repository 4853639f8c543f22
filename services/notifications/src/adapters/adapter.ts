import type { ChannelKind, Reserved, Run } from '../runs/rows.js';

/** How one attempt at one channel ended. */
export type Outcome =
  | { state: 'accepted' }
  /** The address exists no more: never again. */
  | { state: 'gone'; reason: string }
  /** This message is not accepted there, and would not be another time. */
  | { state: 'failed'; reason: string }
  | {
      state: 'later';
      reason: string;
      /** When it makes sense to try again; the house's usual steps when absent. */
      waitMs?: number;
      /** It may be out all the same: trying again is counted as a possible repetition. */
      maybeSent?: boolean;
      /** Nothing was tried: the other side is being left alone. */
      notTried?: boolean;
    };

/** One way to reach people. Never rejects for what happens at the other side: that is an outcome. */
export interface ChannelSender {
  readonly kind: ChannelKind;
  /** Made once for a batch, so that what all its messages share is worked out once. */
  begin(run: Run): (reserved: Reserved) => Promise<Outcome>;
  close(): Promise<void>;
}
