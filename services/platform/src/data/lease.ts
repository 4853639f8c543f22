/**
 * A lease in two columns of a table: the holder's token, and the end by the database's clock. A holder that crashes,
 * freezes or loses its connection is replaced after the end. The token is the fencing token: statements that check
 * `isOwnedBy` have no effect once another process has taken over.
 */
export class Lease {
  private readonly length: string;
  private readonly maxInterval: string;

  /**
   * @param columns `holder` changes with every holder, or counts how often the row was taken; `until` is a `timestamptz`
   * @param seconds longer than the work takes between two renewals
   */
  constructor(
    private readonly columns: { holder: string; until: string },
    private readonly seconds: number,
  ) {
    this.length = `interval '${seconds} seconds'`;
    this.maxInterval = `interval '${seconds + 60} seconds'`;
  }

  /**
   * Returns an SQL condition: the row isn't leased. An implausibly late end was set before the clock was set back, and
   * is ignored.
   * @param row alias of the table
   */
  isFree(row: string): string {
    const until = `${row}.${this.columns.until}`;
    return `(${until} IS NULL OR ${until} <= statement_timestamp() OR ${until} > statement_timestamp() + ${this.maxInterval})`;
  }

  /** Returns an SQL condition: the token is the latest holder's. */
  isOwnedBy = (token: string, row = ''): string => `${row && `${row}.`}${this.columns.holder} = ${token}`;

  /** Returns an SQL expression: milliseconds until the lease ends, at least 0. */
  leftMs = (row: string): string =>
    `coalesce(greatest(0, extract(epoch FROM ${row}.${this.columns.until} - statement_timestamp()) * 1000), 0)::float8`;

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

  /** Renews the lease while `work` runs. A failed renewal is made up for by the next. */
  async during<Result>(renew: () => Promise<unknown>, work: () => Promise<Result>): Promise<Result> {
    const timer = setInterval(() => void renew().catch(() => undefined), (this.seconds * 1_000) / 3);
    try {
      return await work();
    } finally {
      clearInterval(timer);
    }
  }
}
