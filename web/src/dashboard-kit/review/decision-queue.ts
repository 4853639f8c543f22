import { undoSeconds } from '@site/proto/submissions/v1/snapshots.schema';
import type { ItemResult } from '../list/run-each.js';

/** Decisions that need no confirmation. */
export type QuickDecision = 'approve' | 'reject';

export interface Decided<Item> {
  item: Item;
  decision: QuickDecision;
}

interface Entry<Item> extends Decided<Item> {
  state: 'waiting' | 'under way' | 'done' | 'undoing';
  /** Undone while the call was in flight. */
  takenBack?: boolean;
  /** When the server carried it out. */
  doneAt?: number;
}

const canBeUndone = ({ state, takenBack, doneAt }: Entry<unknown>) =>
  state === 'done' ? performance.now() - (doneAt ?? 0) < undoSeconds * 1_000 : state !== 'undoing' && !takenBack;

export interface QueueEvents<Item> {
  onChange: (inHand: ReadonlySet<string>) => void;
  onDone: (decided: Decided<Item>, now: Item | null) => void;
  /** The item is pending again. */
  onFailed: (decided: Decided<Item>, error: Error) => void;
  onUndone: (decided: Decided<Item>, now: Item) => void;
  onUndoFailed: (decided: Decided<Item>, error: Error) => void;
  onIdle: () => void;
}

/** Resolves with what was done; `undo` undoes decisions. */
export type Send<Item> = (
  items: Item[],
  decision: QuickDecision | 'undo',
  onDone: (item: Item, now: Item | null) => void,
) => Promise<ItemResult<Item>>;

/** Batches the decisions of a fast moderator without being noticed. */
export const gatherMs = 1_500;

/** While one call is in flight, the next batch gathers. A decision undone before it was sent is never sent. */
export class DecisionQueue<Item extends { id: string }> {
  private entries: Entry<Item>[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;
  private sending = false;

  constructor(
    private readonly send: Send<Item>,
    private events: QueueEvents<Item>,
  ) {}

  /** Replaces the handlers. */
  listen(events: QueueEvents<Item>): void {
    this.events = events;
  }

  decide(item: Item, decision: QuickDecision): void {
    this.entries = this.entries.filter(
      (entry) => entry.item.id !== item.id && (entry.state !== 'done' || canBeUndone(entry)),
    );
    this.entries.push({ item, decision, state: 'waiting' });
    this.changed();
    if (!this.sending) this.timer ??= setTimeout(() => void this.flush(), gatherMs);
  }

  get last(): Decided<Item> | undefined {
    return this.entries.findLast(canBeUndone);
  }

  /** Undoes a decision; on the server, if it was already sent. */
  undo(id: string): void {
    const entry = this.entries.find(({ item }) => item.id === id);
    if (!entry || entry.state === 'undoing') return;
    if (entry.state === 'waiting') {
      this.remove(entry);
      this.events.onUndone(entry, entry.item);
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
  private nextBatch(): Entry<Item>[] | undefined {
    const undoing = this.entries.filter(({ state }) => state === 'undoing');
    if (undoing.length > 0) return undoing;
    const waiting = this.entries.filter(({ state }) => state === 'waiting');
    const batch = waiting.filter(({ decision }) => decision === waiting[0]?.decision);
    return batch.length > 0 ? batch : undefined;
  }

  private async sendBatch(batch: Entry<Item>[]): Promise<void> {
    const undoes = batch[0]?.state === 'undoing';
    const decision = undoes ? 'undo' : (batch[0]?.decision ?? 'approve');
    const entryOf = new Map(batch.map((entry) => [entry.item.id, entry]));
    if (!undoes) for (const entry of batch) entry.state = 'under way';
    const items = batch.map(({ item }) => item);
    const result = await this.send(items, decision, (item, now) => {
      const entry = entryOf.get(item.id);
      if (!entry) return;
      if (undoes) {
        this.remove(entry);
        this.events.onUndone(entry, now ?? item);
      } else {
        entry.state = entry.takenBack ? 'undoing' : 'done';
        entry.doneAt = performance.now();
        this.events.onDone(entry, now);
        this.changed();
      }
    }).catch((reason: unknown) => {
      const error = reason instanceof Error ? reason : new Error(String(reason));
      const left = batch.filter(({ state }) => state === (undoes ? 'undoing' : 'under way'));
      return { done: [], failed: left.map(({ item }) => ({ item, error })) };
    });
    for (const { item, error } of result.failed) {
      const entry = entryOf.get(item.id);
      if (!entry) continue;
      this.remove(entry);
      if (undoes) this.events.onUndoFailed(entry, error);
      else this.events.onFailed(entry, error);
    }
  }

  private remove(entry: Entry<Item>): void {
    this.entries = this.entries.filter((other) => other !== entry);
    this.changed();
  }

  private changed(): void {
    this.events.onChange(new Set(this.entries.filter(({ state }) => state !== 'done').map(({ item }) => item.id)));
  }
}
