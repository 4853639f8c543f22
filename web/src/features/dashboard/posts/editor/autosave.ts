/** Autosave of the post editor, in the browser and on the server. */
import type { SavedRevision, PostValues } from '@site/proto/content/v1/posts.responses';
import { ApiError } from '@/api/api.js';
import { faultsOf } from './editor-api.js';
import type { LocalCopies } from './recovered-draft.js';
import { checkedValues } from './post-values.js';

/** Delay after a change, and the shortest interval while typing. */
const autosaveMs = 3_000;
const copyMs = 1_000;
const maxRetryDelayMs = 30_000;

export type SaveState =
  | { is: 'untouched' }
  | { is: 'waiting' }
  | { is: 'sending'; kind: 'autosave' | 'saved' }
  | { is: 'kept'; kind: 'autosave' | 'saved'; at: number }
  /** Retried automatically. */
  | { is: 'away'; signedOut: boolean; inBrowser: boolean }
  /** Another tab has autosaved different text: this one autosaves only in the browser until the user chooses. */
  | { is: 'elsewhere'; inBrowser: boolean }
  /** Not retried until the text changes. */
  | { is: 'refused'; why: string; faults: Readonly<Record<string, string>>; inBrowser: boolean };

export class FaultyError extends Error {
  constructor(readonly faults: Readonly<Record<string, string>>) {
    super(Object.values(faults)[0] ?? 'Something is wrong with what was written.');
  }
}

interface AutosaverOptions {
  values: PostValues;
  /** The revision that the values are based on. */
  base: number;
  /** The values are unsaved work from an earlier visit. */
  unsaved: boolean;
  unsent: boolean;
  copies: LocalCopies;
  send: (kind: 'autosave' | 'saved', base: number, values: PostValues) => Promise<SavedRevision>;
  /** Idempotent. */
  discard: () => Promise<unknown>;
  onSaved: (saved: SavedRevision, kind: 'autosave' | 'saved') => void;
  onSignedOut: () => void;
  onElsewhere: () => void;
}

/**
 * Saves a post's text: at once in the browser, every three seconds on the server, and as a revision on request.
 * Responses never change the text being edited.
 */
export class Autosaver {
  private state: SaveState = { is: 'untouched' };
  private readonly listeners = new Set<() => void>();
  private values: PostValues;
  /** Counts changes; the counters below say up to which change something was done. */
  private changes = 0;
  private autosavedUpTo = 0;
  private savedUpTo = 0;
  private copiedUpTo = 0;
  private copiedAt = -Infinity;
  private failures = 0;
  /** Counts calls of `settle`: responses to earlier requests are out of date. */
  private settlements = 0;
  private mustDiscard = false;
  private isElsewhere = false;
  private last: Promise<unknown> = Promise.resolve();
  private sendTimer: ReturnType<typeof setTimeout> | undefined;
  private copyTimer: ReturnType<typeof setTimeout> | undefined;
  private base: number;

  constructor(private readonly options: AutosaverOptions) {
    this.values = options.values;
    this.base = options.base;
    if (options.unsaved) this.savedUpTo = -1;
    if (options.unsent) {
      this.changes = 1;
      this.copiedUpTo = 1;
    }
  }

  readonly subscribe = (listener: () => void) => {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  };
  readonly now = () => this.state;

  /** Whether the values differ from the last saved revision. */
  get isUnsaved(): boolean {
    return this.changes !== this.savedUpTo;
  }

  get revision(): number {
    return this.base;
  }

  get wouldLose(): boolean {
    return this.changes > this.autosavedUpTo && this.changes > this.copiedUpTo;
  }

  change(values: PostValues) {
    this.values = values;
    this.changes += 1;
    if (this.state.is === 'untouched' || this.state.is === 'kept') this.show({ is: 'waiting' });
    const wait = this.copiedAt + copyMs - performance.now();
    if (wait <= 0) this.copy();
    else this.copyTimer ??= setTimeout(() => this.copy(), wait);
    this.schedule(autosaveMs);
  }

  /** Sets the values to a revision's, with nothing left to save. */
  settle(values: PostValues, base: number) {
    this.values = values;
    this.base = base;
    this.changes += 1;
    this.settlements += 1;
    this.failures = 0;
    this.autosavedUpTo = this.changes;
    this.savedUpTo = this.changes;
    this.copiedUpTo = this.changes;
    this.stop();
    this.options.copies.clear();
    this.show({ is: 'untouched' });
  }

  /**
   * Resets the values to revision `base` and deletes the server's autosave. The deletion waits for an autosave in
   * flight, which would restore the draft, and is retried until it succeeds or newer text is saved.
   */
  discard(values: PostValues, base: number): Promise<void> {
    this.settle(values, base);
    this.mustDiscard = true;
    return this.discardDraft();
  }

  goOnFrom(revision: number) {
    this.base = revision;
  }

  /** Autosaves again, after the user chose between this text and another tab's. */
  takeOver() {
    this.isElsewhere = false;
    this.show({ is: 'waiting' });
    if (this.changes > this.autosavedUpTo) void this.flush();
  }

  /** Saves a revision. Rejects with 409 if another user saved one since `base`. */
  save(): Promise<SavedRevision> {
    return this.inTurn(() => this.putNow('saved'));
  }

  /** Sends unsent changes now. */
  async flush(): Promise<void> {
    if (this.changes > this.autosavedUpTo) this.copy();
    this.stop();
    await this.autosave();
    await this.discardDraft();
  }

  retry() {
    this.failures = 0;
    if (this.changes > this.autosavedUpTo || this.mustDiscard) void this.flush();
  }

  /** Unsent changes stay in the browser. */
  stop() {
    clearTimeout(this.sendTimer);
    clearTimeout(this.copyTimer);
    this.sendTimer = undefined;
    this.copyTimer = undefined;
  }

  private schedule(delayMs: number) {
    this.sendTimer ??= setTimeout(() => {
      this.sendTimer = undefined;
      void this.autosave();
      void this.discardDraft();
    }, delayMs);
  }

  private scheduleRetry() {
    this.failures += 1;
    this.schedule(Math.min(autosaveMs * 2 ** (this.failures - 1), maxRetryDelayMs));
  }

  private copy(): boolean {
    clearTimeout(this.copyTimer);
    this.copyTimer = undefined;
    if (this.copiedUpTo === this.changes) return true;
    this.copiedAt = performance.now();
    const { values, base } = this;
    if (!this.options.copies.save({ values, base, at: Date.now() })) return false;
    this.copiedUpTo = this.changes;
    return true;
  }

  /** Serializes calls, so that older text never arrives after newer text. */
  private inTurn<Result>(run: () => Promise<Result>): Promise<Result> {
    const call = this.last.then(run);
    this.last = call.catch(() => undefined);
    return call;
  }

  /** Never rejects: `failed` shows the error. */
  private autosave(): Promise<unknown> {
    return this.inTurn(async () => {
      if (this.isElsewhere) this.show({ is: 'elsewhere', inBrowser: this.copy() });
      else if (this.changes > this.autosavedUpTo) await this.putNow('autosave');
    }).catch(() => undefined);
  }

  private discardDraft(): Promise<void> {
    return this.inTurn(async () => {
      if (!this.mustDiscard) return;
      try {
        await this.options.discard();
        this.mustDiscard = false;
      } catch (error) {
        // Other errors, such as a deleted post, are final; signing in again calls `retry`.
        if (error instanceof ApiError && error.isTemporary) this.scheduleRetry();
      }
    });
  }

  private async putNow(kind: 'autosave' | 'saved'): Promise<SavedRevision> {
    const { changes: upTo, settlements } = this;
    const checked = checkedValues(this.values);
    if ('faults' in checked) {
      const error = new FaultyError(checked.faults);
      this.show({ is: 'refused', why: error.message, faults: checked.faults, inBrowser: this.copy() });
      throw error;
    }
    this.show({ is: 'sending', kind });
    try {
      const saved = await this.options.send(kind, this.base, checked.sent);
      if (settlements !== this.settlements) {
        if (kind === 'saved') this.goOnFrom(saved.revision);
        return saved;
      }
      this.mustDiscard = false;
      this.autosavedUpTo = Math.max(this.autosavedUpTo, upTo);
      this.failures = 0;
      if (kind === 'saved') {
        this.base = saved.revision;
        this.savedUpTo = upTo;
      }
      if (this.changes === upTo) {
        this.stop();
        this.options.copies.clear();
        // Copies the next change without waiting.
        this.copiedAt = -Infinity;
      }
      this.show({ is: 'kept', kind, at: Date.parse(saved.saved_at) });
      this.options.onSaved(saved, kind);
      return saved;
    } catch (error) {
      if (settlements === this.settlements) this.failed(error, kind);
      throw error;
    }
  }

  private failed(error: unknown, kind: 'autosave' | 'saved') {
    const inBrowser = this.copy();
    const signedOut = error instanceof ApiError && error.status === 401;
    if (!(error instanceof ApiError) || error.isTemporary || signedOut) {
      this.show({ is: 'away', signedOut, inBrowser });
      this.scheduleRetry();
      if (signedOut) this.options.onSignedOut();
    } else if (kind === 'autosave' && error.status === 409) {
      this.isElsewhere = true;
      this.show({ is: 'elsewhere', inBrowser });
      this.options.onElsewhere();
    } else if (kind === 'saved' && error.status === 409) {
      // Another user was faster; autosaving continues.
      this.show({ is: 'waiting' });
      if (this.changes > this.autosavedUpTo) this.schedule(autosaveMs);
    } else this.show({ is: 'refused', why: error.message, faults: faultsOf(error), inBrowser });
  }

  private show(state: SaveState) {
    this.state = state;
    for (const listener of this.listeners) listener();
  }
}
