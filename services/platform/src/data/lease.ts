/**
 * A lease in two columns of a table: the holder's token, and the end by the database's clock. A holder that crashes,
 * freezes or loses its connection is replaced after the lease ends. The token is the fencing token: a statement that
 * checks `isHeldBy` in the work's transaction has no effect once another process has taken over.
 */
export class Lease {
  private readonly length: string;
  private readonly furthest: string;

  /**
   * @param columns `holder` changes with every holder, or counts how often the row was taken; `until` is a `timestamptz`
   * @param seconds longer than the work takes between two renewals
   */
  constructor(
    private readonly columns: { holder: string; until: string },
    private readonly seconds: number,
  ) {
    this.length = `interval '${seconds} seconds'`;
    this.furthest = `interval '${seconds + 60} seconds'`;
  }

  /**
   * Returns an SQL condition: the row isn't leased. A lease that ends implausibly late was taken before the clock was
   * set back, and is ignored.
   * @param row alias of the table
   */
  isFree(row: string): string {
    const until = `${row}.${this.columns.until}`;
    return `(${until} IS NULL OR ${until} <= statement_timestamp() OR ${until} > statement_timestamp() + ${this.furthest})`;
  }

  /** Returns an SQL condition: the token is still the latest holder's. */
  isHeldBy = (token: string, row = ''): string => `${row && `${row}.`}${this.columns.holder} = ${token}`;

  /** Returns an SQL expression: milliseconds until the lease ends, 0 if it has ended. */
  leftMs = (row: string): string =>
    `coalesce(greatest(0, extract(epoch FROM ${row}.${this.columns.until} - statement_timestamp()) * 1000), 0)::float8`;

  /** SQL expression: the end of a lease taken now. */
  get end(): string {
    return `statement_timestamp() + ${this.length}`;
  }

  /** Returns SQL assignments for the row's UPDATE. */
  take = (token: string): string => `${this.columns.holder} = ${token}, ${this.renew}`;
  get renew(): string {
    return `${this.columns.until} = ${this.end}`;
  }
  get release(): string {
    return `${this.columns.until} = statement_timestamp()`;
  }

  /** Runs `work` and renews the lease meanwhile. If a renewal fails, the next one makes up for it. */
  async during<Result>(renew: () => Promise<unknown>, work: () => Promise<Result>): Promise<Result> {
    const timer = setInterval(() => void renew().catch(() => undefined), (this.seconds * 1_000) / 3);
    try {
      return await work();
    } finally {
      clearInterval(timer);
    }
  }
}
