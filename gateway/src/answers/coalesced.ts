/**
 * Work that many ask for at once but that needs to run only once. Whoever asks while it runs gets one further run, shared with
 * everybody else who asks in that time, because the run under way may have read what was there before the change.
 */
export function coalesced(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  let next: Promise<void> | undefined;
  const start = () => {
    running = work().finally(() => (running = undefined));
    return running;
  };
  return () => {
    if (!running) return start();
    next ??= running
      .catch(() => undefined)
      .then(() => {
        next = undefined;
        return start();
      });
    return next;
  };
}

/** Work by name, of which everybody who asks while it runs gets the same result. */
export class SharedWork<Result> {
  private readonly underWay = new Map<string, Promise<Result>>();

  get size(): number {
    return this.underWay.size;
  }

  /** The result that is under way, if there is one. */
  peek = (name: string): Promise<Result> | undefined => this.underWay.get(name);

  run(name: string, work: () => Promise<Result>): Promise<Result> {
    const running = this.underWay.get(name);
    if (running) return running;
    const started = work().finally(() => this.underWay.delete(name));
    this.underWay.set(name, started);
    return started;
  }
}
