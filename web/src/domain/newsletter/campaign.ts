/** A mail to every subscriber, about a published post. */
export interface Campaign {
  id: string;
  /** Null for the weekly mail, which is about all posts of its week. */
  post_id: string | null;
  title: string;
  state: 'queued' | 'sending' | 'sent';
  recipients: number;
  sent: number;
  failed: number;
  /** Unsubscribed, or otherwise gone, before their turn came. */
  skipped: number;
  created_at: string;
  started_at: string | null;
  finished_at: string | null;
}

/** Of how many it is decided: they got it, could not get it, or no longer want it. */
export const handledOf = ({ sent, failed, skipped }: Campaign) => sent + failed + skipped;

export const isUnfinished = ({ state }: Campaign) => state !== 'sent';
