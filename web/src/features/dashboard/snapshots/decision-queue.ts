import type { ModeratedSnapshot } from '@site/proto/submissions/v1/snapshots.responses';
import { undoSeconds, type DecideInput } from '@site/proto/submissions/v1/snapshots.schema';
import type { ItemResult } from '@/dashboard-kit/list/run-each.js';

/** Decisions that need no confirmation. */
export type QuickDecision = 'approve' | 'reject';

export interface Decided {
  photo: ModeratedSnapshot;
  decision: QuickDecision;
}

interface Entry extends Decided {
  state: 'waiting' | 'under way' | 'done' | 'undoing';
  /** Undone while the call was in flight. */
  takenBack?: boolean;
  /** When the server carried it out. */
  doneAt?: number;
}

const canBeUndone = ({ state, takenBack, doneAt }: Entry) =>
  state === 'done' ? performance.now() - (doneAt ?? 0) < undoSeconds * 1_000 : state !== 'undoing' && !takenBack;

export interface QueueEvents {
  onChange: (inHand: ReadonlySet<string>) => void;
  onDone: (decided: Decided, now: ModeratedSnapshot | null) => void;
  /** The photo is pending again. */
  onFailed: (decided: Decided, error: Error) => void;
  onUndone: (decided: Decided, now: ModeratedSnapshot) => void;
  onUndoFailed: (decided: Decided, error: Error) => void;
  onIdle: () => void;
}

export type Send = (
  photos: ModeratedSnapshot[],
  decision: DecideInput['decision'],
  onDone: (photo: ModeratedSnapshot, now: ModeratedSnapshot | null) => void,
) => Promise<ItemResult<ModeratedSnapshot>>;

/** Batches the decisions of a fast moderator without being noticed. */
export const gatherMs = 1_500;

/** While one call is in flight, the next batch gathers. A decision undone before it was sent is never sent. */
export class DecisionQueue {
  private entries: Entry[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;
  private sending = false;

  constructor(
    private readonly send: Send,
    private events: QueueEvents,
  ) {}

  /** Replaces the handlers. */
  listen(events: QueueEvents): void {
    this.events = events;
  }

  decide(photo: ModeratedSnapshot, decision: QuickDecision): void {
    this.entries = this.entries.filter(
      (entry) => entry.photo.id !== photo.id && (entry.state !== 'done' || canBeUndone(entry)),
    );
    this.entries.push({ photo, decision, state: 'waiting' });
    this.changed();
    if (!this.sending) this.timer ??= setTimeout(() => void this.flush(), gatherMs);
  }

  get last(): Decided | undefined {
    return this.entries.findLast(canBeUndone);
  }

  /** Undoes a decision; on the server, if it was already sent. */
  undo(id: string): void {
    const entry = this.entries.find(({ photo }) => photo.id === id);
    if (!entry || entry.state === 'undoing') return;
    if (entry.state === 'waiting') {
      this.remove(entry);
      this.events.onUndone(entry, entry.photo);
    } else if (entry.state === 'under way') entry.takenBack = true;
    else {
      entry.state = 'undoing';
      this.timer ??= this.sending ? undefined : setTimeout(() => void this.flush(), 0);
    }
  }

  async flush(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    if (this.sending) return;
    this.sending = true;
    for (let batch = this.nextBatch(); batch; batch = this.nextBatch()) await this.sendBatch(batch);
    this.sending = false;
    this.events.onIdle();
  }

  /** Starts every call at once: a page that closes can't wait for one before it sends the next. */
  sendAll(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    const waiting = this.entries.filter(({ state }) => state === 'waiting');
    const batches = (['approve', 'reject'] as const)
      .map((decision) => waiting.filter((entry) => entry.decision === decision))
      .filter(({ length }) => length > 0);
    // The page may come back from the browser's cache.
    void Promise.all(batches.map((batch) => this.sendBatch(batch))).then(() => this.events.onIdle());
  }

  /** Returns the entries that need the same call; undos come first. */
  private nextBatch(): Entry[] | undefined {
    const undoing = this.entries.filter(({ state }) => state === 'undoing');
    if (undoing.length > 0) return undoing;
    const waiting = this.entries.filter(({ state }) => state === 'waiting');
    const batch = waiting.filter(({ decision }) => decision === waiting[0]?.decision);
    return batch.length > 0 ? batch : undefined;
  }

  private async sendBatch(batch: Entry[]): Promise<void> {
    const undoes = batch[0]?.state === 'undoing';
    const decision = undoes ? 'undo' : (batch[0]?.decision ?? 'approve');
    const entryOf = new Map(batch.map((entry) => [entry.photo.id, entry]));
    if (!undoes) for (const entry of batch) entry.state = 'under way';
    const photos = batch.map(({ photo }) => photo);
    const result = await this.send(photos, decision, (photo, now) => {
      const entry = entryOf.get(photo.id);
      if (!entry) return;
      if (undoes) {
        this.remove(entry);
        this.events.onUndone(entry, now ?? photo);
      } else {
        entry.state = entry.takenBack ? 'undoing' : 'done';
        entry.doneAt = performance.now();
        this.events.onDone(entry, now);
        this.changed();
      }
    }).catch((reason: unknown) => {
      const error = reason instanceof Error ? reason : new Error(String(reason));
      const left = batch.filter(({ state }) => state === (undoes ? 'undoing' : 'under way'));
      return { done: [], failed: left.map(({ photo }) => ({ item: photo, error })) };
    });
    for (const { item, error } of result.failed) {
      const entry = entryOf.get(item.id);
      if (!entry) continue;
      this.remove(entry);
      if (undoes) this.events.onUndoFailed(entry, error);
      else this.events.onFailed(entry, error);
    }
  }

  private remove(entry: Entry): void {
    this.entries = this.entries.filter((other) => other !== entry);
    this.changed();
  }

  private changed(): void {
    this.events.onChange(new Set(this.entries.filter(({ state }) => state !== 'done').map(({ photo }) => photo.id)));
  }
}
