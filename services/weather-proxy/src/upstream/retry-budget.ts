/**
 * Limits retries to a tenth of the calls, so that a failing provider isn't overloaded by retries (Google SRE book,
 * "Handling Overload"). Starts with one retry and accumulates up to ten.
 */
export class RetryBudget {
  private retries = 1;

  /** Adds a tenth of a retry for a call. */
  earn(): void {
    this.retries = Math.min(10, this.retries + 0.1);
  }

  /** Takes a retry, if available. */
  spend(): boolean {
    if (this.retries < 1) return false;
    this.retries -= 1;
    return true;
  }
}
