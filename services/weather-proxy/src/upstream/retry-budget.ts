/**
 * Limits retries to a tenth of the calls (Google SRE book, "Handling Overload"). Starts with one and accumulates up to
 * ten.
 */
export class RetryBudget {
  private retries = 1;

  /** Adds a call's tenth of a retry. */
  earn(): void {
    this.retries = Math.min(10, this.retries + 0.1);
  }

  /** Returns whether a retry is allowed, and counts it. */
  spend(): boolean {
    if (this.retries < 1) return false;
    this.retries -= 1;
    return true;
  }
}
