/**
 * Retries may add a tenth to the calls at most, so that a failing provider is not buried under second attempts (Google
 * SRE book, "Handling Overload"). Starts with one retry in hand and saves up to ten.
 */
export class RetryBudget {
  private retries = 1;

  /** A call is being made: earns a tenth of a retry. */
  earn(): void {
    this.retries = Math.min(10, this.retries + 0.1);
  }

  /** Whether a retry may be made; takes it. */
  spend(): boolean {
    if (this.retries < 1) return false;
    this.retries -= 1;
    return true;
  }
}
