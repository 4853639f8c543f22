/** Pushes received by the simulated push service, and their faults. */

export interface Push {
  browser: number;
  /** Milliseconds since 1970 UTC. */
  at: number;
  ttl: number;
  urgency: string;
  /** Empty without a topic. */
  topic: string;
  /** If opened as a sample. */
  text?: string;
}

export interface PushCounts {
  requests: number;
  accepted: number;
  /** By status; "0" without a response. */
  statuses: Record<string, number>;
  /** By reason. */
  faults: Record<string, number>;
  opened: number;
  /** With at least one accepted push. */
  browsers: number;
  /** Beyond a browser's first. */
  repeated: number;
  /** Milliseconds since 1970 UTC. */
  firstAt?: number;
  lastAt?: number;
}

const added = (counts: Record<string, number>, name: string) => {
  counts[name] = (counts[name] ?? 0) + 1;
};

/** Counts pushes, responses and faults, and keeps the pushes unless it only counts. */
export class PushLedger {
  private counted!: PushCounts;
  /** Sixteen bits: there may be a million browsers. */
  private perBrowser = new Uint16Array(1_024);
  private kept: Push[] = [];

  /** @param isCounting keeps only numbers */
  constructor(private readonly isCounting: boolean) {
    this.clear();
  }

  clear(): void {
    this.counted = { requests: 0, accepted: 0, statuses: {}, faults: {}, opened: 0, browsers: 0, repeated: 0 };
    this.perBrowser = new Uint16Array(1_024);
    this.kept = [];
  }

  recordResponse(status: number): void {
    this.counted.requests += 1;
    added(this.counted.statuses, String(status));
  }

  fault(reason: string): void {
    added(this.counted.faults, reason);
  }

  accepted(push: Push): void {
    const { browser, at } = push;
    if (browser >= this.perBrowser.length) {
      const larger = new Uint16Array(Math.max(browser + 1, this.perBrowser.length * 2));
      larger.set(this.perBrowser);
      this.perBrowser = larger;
    }
    const before = this.perBrowser[browser] ?? 0;
    this.perBrowser[browser] = before + 1;
    this.counted.accepted += 1;
    this.counted[before === 0 ? 'browsers' : 'repeated'] += 1;
    if (push.text !== undefined) this.counted.opened += 1;
    this.counted.firstAt ??= at;
    this.counted.lastAt = at;
    if (!this.isCounting) this.kept.push(push);
  }

  counts(): PushCounts {
    return structuredClone(this.counted);
  }

  /** Returns how many pushes this browser has accepted. */
  countOf(browser: number): number {
    return this.perBrowser[browser] ?? 0;
  }

  /** Returns pushes in order; none in counting mode. */
  pushes(browser?: number): Push[] {
    return browser === undefined ? [...this.kept] : this.kept.filter((push) => push.browser === browser);
  }

  /**
   * Returns what an offline browser would receive now: each topic's newest push, and all without a topic (RFC 8030,
   * 5.4).
   */
  pending(browser: number): Push[] {
    const browserPushes = this.pushes(browser);
    return browserPushes.filter(
      (push, index) => !push.topic || !browserPushes.slice(index + 1).some(({ topic }) => topic === push.topic),
    );
  }
}
