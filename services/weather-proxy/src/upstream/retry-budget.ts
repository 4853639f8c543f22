/**
 * Limits retries to a tenth of the calls, so that they don't overload a failing provider (Google SRE book, "Handling
 * Overload"). Starts with one retry and accumulates up to ten.
 */
export class RetryBudget {
  private retries = 1;

  /** Called for each call; adds a tenth of a retry. */
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
