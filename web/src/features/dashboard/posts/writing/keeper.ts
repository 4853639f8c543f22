import type { Kept, PostValues } from '@site/proto/content/v1/posts.answers';
import { ApiError } from '../../../../api/api.js';
import { faultsOf } from './desk-calls.js';
import type { LocalCopies } from './local-copy.js';
import { checkedValues } from './values.js';

/** So long after a change the server has it, and so often at most while somebody types. */
const autosaveMs = 3_000;
/** So often at most the browser's own copy is written. */
const copyMs = 1_000;
/** A service that is away is asked again ever more rarely. */
const longestWaitMs = 30_000;

/** What has become of what was written. */
export type Keeping =
  | { is: 'untouched' }
  | { is: 'waiting' }
  | { is: 'sending'; kind: 'autosave' | 'saved' }
  | { is: 'kept'; kind: 'autosave' | 'saved'; at: number }
  /** It is tried again by itself. */
  | { is: 'away'; signedOut: boolean; inBrowser: boolean }
  /** Only another change helps. */
  | { is: 'refused'; why: string; faults: Readonly<Record<string, string>>; inBrowser: boolean };

/** The values break a rule; nothing was sent. */
export class FaultyError extends Error {
  constructor(readonly faults: Readonly<Record<string, string>>) {
    super(Object.values(faults)[0] ?? 'Something is wrong with what was written.');
  }
}

interface KeeperOptions {
  values: PostValues;
  /** The revision that they go on from. */
  base: number;
  /** They are not the saved ones: what was left unsaved earlier. */
  unsaved: boolean;
  /** Only this browser has them. */
  unsent: boolean;
  copies: LocalCopies;
  send: (kind: 'autosave' | 'saved', base: number, values: PostValues) => Promise<Kept>;
  /** Deletes the server's autosave. Safe to repeat. */
  discard: () => Promise<unknown>;
  onKept: (kept: Kept, kind: 'autosave' | 'saved') => void;
  onSignedOut: () => void;
}

/**
 * Keeps what is written: at once in the browser, every three seconds on the server, and as a revision when the person saves.
 * Nothing ever comes back from it into what is being typed.
 */
export class Keeper {
  private state: Keeping = { is: 'untouched' };
  private readonly listeners = new Set<() => void>();
  private values: PostValues;
  /** Counts the changes; the others say up to which one something has happened. */
  private changes = 0;
  private keptUpTo = 0;
  private savedUpTo = 0;
  private copiedUpTo = 0;
  private copiedAt = -Infinity;
  private failures = 0;
  /** Counts the calls of `settle`: responses to requests sent before the latest one are out of date. */
  private settlements = 0;
  private mustDiscard = false;
  private last: Promise<unknown> = Promise.resolve();
  private sendTimer: ReturnType<typeof setTimeout> | undefined;
  private copyTimer: ReturnType<typeof setTimeout> | undefined;
  private base: number;

  constructor(private readonly options: KeeperOptions) {
    this.values = options.values;
    this.base = options.base;
    if (options.unsaved) this.savedUpTo = -1;
    if (options.unsent) this.changes = this.copiedUpTo = 1;
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

  /** The revision that the values go on from. */
  get revision(): number {
    return this.base;
  }

  /** Whether leaving the page now would lose something. */
  get wouldLose(): boolean {
    return this.changes > this.keptUpTo && this.changes > this.copiedUpTo;
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

  /** The values are those of a revision: nothing is left to be saved. */
  settle(values: PostValues, base: number) {
    this.values = values;
    this.base = base;
    this.changes += 1;
    this.settlements += 1;
    this.failures = 0;
    this.keptUpTo = this.savedUpTo = this.copiedUpTo = this.changes;
    this.stop();
    this.options.copies.forget();
    this.show({ is: 'untouched' });
  }

  /**
   * Drops unsaved work: the values are those of revision `base`, and the server's autosave is deleted. The deletion waits for an
   * autosave in flight, which would otherwise restore the draft, and is retried until it succeeds or newer text is saved.
   */
  discard(values: PostValues, base: number): Promise<void> {
    this.settle(values, base);
    this.mustDiscard = true;
    return this.discardDraft();
  }

  /** The person has seen this revision: the values are to go on top of it. */
  goOnFrom(revision: number) {
    this.base = revision;
  }

  /** Makes a revision of the values. Fails with 409 when somebody else made one since `base`. */
  save(): Promise<Kept> {
    return this.inTurn(() => this.putNow('saved'));
  }

  /** Sends at once what has not been sent, for instance before the page is left. */
  async flush(): Promise<void> {
    if (this.changes > this.keptUpTo) this.copy();
    this.stop();
    await this.autosave();
    await this.discardDraft();
  }

  /** Tries again at once, for instance after signing in. */
  retry() {
    this.failures = 0;
    if (this.changes > this.keptUpTo || this.mustDiscard) void this.flush();
  }

  /** Ends the timers; what has not been sent stays in the browser. */
  stop() {
    clearTimeout(this.sendTimer);
    clearTimeout(this.copyTimer);
    this.sendTimer = this.copyTimer = undefined;
  }

  private schedule(delayMs: number) {
    this.sendTimer ??= setTimeout(() => {
      this.sendTimer = undefined;
      void this.autosave();
      void this.discardDraft();
    }, delayMs);
  }

  /** Retries after a failure, at growing intervals. */
  private scheduleRetry() {
    this.failures += 1;
    this.schedule(Math.min(autosaveMs * 2 ** (this.failures - 1), longestWaitMs));
  }

  /** Writes the browser's copy; a copy that is there is not written again. */
  private copy(): boolean {
    clearTimeout(this.copyTimer);
    this.copyTimer = undefined;
    if (this.copiedUpTo === this.changes) return true;
    this.copiedAt = performance.now();
    const { values, base } = this;
    if (!this.options.copies.keep({ values, base, at: Date.now() })) return false;
    this.copiedUpTo = this.changes;
    return true;
  }

  /** One call after the other, so that an older text never comes after a newer one. */
  private inTurn<Result>(run: () => Promise<Result>): Promise<Result> {
    const call = this.last.then(run);
    this.last = call.catch(() => undefined);
    return call;
  }

  /** Sends unsent changes, if there are any by then. Never rejects: `failed` shows what went wrong. */
  private autosave(): Promise<unknown> {
    return this.inTurn(async () => {
      if (this.changes > this.keptUpTo) await this.putNow('autosave');
    }).catch(() => undefined);
  }

  private discardDraft(): Promise<void> {
    return this.inTurn(async () => {
      if (!this.mustDiscard) return;
      try {
        await this.options.discard();
        this.mustDiscard = false;
      } catch (error) {
        // Anything else, such as a deleted post, can't be mended by a retry; signing in again calls `retry`.
        if (error instanceof ApiError && error.isTemporary) this.scheduleRetry();
      }
    });
  }

  private async putNow(kind: 'autosave' | 'saved'): Promise<Kept> {
    const { changes: upTo, settlements } = this;
    const checked = checkedValues(this.values);
    if ('faults' in checked) {
      const fault = new FaultyError(checked.faults);
      this.show({ is: 'refused', why: fault.message, faults: checked.faults, inBrowser: this.copy() });
      throw fault;
    }
    this.show({ is: 'sending', kind });
    try {
      const kept = await this.options.send(kind, this.base, checked.sent);
      if (settlements !== this.settlements) {
        if (kind === 'saved') this.goOnFrom(kept.revision);
        return kept;
      }
      this.mustDiscard = false;
      this.keptUpTo = Math.max(this.keptUpTo, upTo);
      this.failures = 0;
      if (kind === 'saved') {
        this.base = kept.revision;
        this.savedUpTo = upTo;
      }
      if (this.changes === upTo) {
        this.stop();
        this.options.copies.forget();
        // The next change must be copied even if it is the first of its second.
        this.copiedAt = -Infinity;
      }
      this.show({ is: 'kept', kind, at: Date.parse(kept.kept_at) });
      this.options.onKept(kept, kind);
      return kept;
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
    } else if (kind === 'saved' && error.status === 409) {
      // Somebody else was faster; what is written goes on being autosaved.
      this.show({ is: 'waiting' });
      if (this.changes > this.keptUpTo) this.schedule(autosaveMs);
    } else this.show({ is: 'refused', why: error.message, faults: faultsOf(error), inBrowser });
  }

  private show(state: Keeping) {
    this.state = state;
    for (const listener of this.listeners) listener();
  }
}
