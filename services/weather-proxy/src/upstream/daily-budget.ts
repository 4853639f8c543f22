import type { Clock } from '../clock.js';

const dayMs = 86_400_000;
/** Once this share of the budget is spent, known answers are used for longer. */
const scarceFrom = 0.8;

/** How many calls a provider may get in a day (UTC), so that a monthly plan lasts the month. Counted per process. */
export class DailyBudget {
  private day = 0;
  private made = 0;

  constructor(
    private readonly clock: Clock,
    private readonly callsPerDay: number,
  ) {}

  get isScarce(): boolean {
    return this.used >= this.callsPerDay * scarceFrom;
  }

  get isSpent(): boolean {
    return this.used >= this.callsPerDay;
  }

  /** Counts one call. */
  count(): void {
    this.made = this.used + 1;
  }

  private get used(): number {
    const today = Math.floor(this.clock.now() / dayMs);
    if (today !== this.day) {
      this.day = today;
      this.made = 0;
    }
    return this.made;
  }
}
