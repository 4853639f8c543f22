import { inBackground } from '@site/platform/base/request-context';

/** Coalesces calls. Those during a run share one more run, because the current one may have read old data. */
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

/** Shares one result among concurrent calls with the same key. It may outlive the request that started it. */
export class SharedWork<Result> {
  private readonly underWay = new Map<string, Promise<Result>>();

  get size(): number {
    return this.underWay.size;
  }

  peek = (name: string): Promise<Result> | undefined => this.underWay.get(name);

  /** Returns the running work of this name, or starts it. All callers share its result or error. */
  run(name: string, work: () => Promise<Result>): Promise<Result> {
    const running = this.underWay.get(name);
    if (running) return running;
    const started = inBackground(work).finally(() => this.underWay.delete(name));
    this.underWay.set(name, started);
    return started;
  }
}
