/** Collects what did not hold, so that one run tells everything that is wrong and not only the first thing. */
export class Checks {
  #failed = [];

  /** Notes `sentence` when `condition` is not true; returns the condition. */
  that(condition, sentence) {
    if (condition !== true) this.#failed.push(sentence);
    return condition === true;
  }

  get hold() {
    return this.#failed.length === 0;
  }

  /** What did not hold, each sentence once. */
  get failed() {
    return [...new Set(this.#failed)];
  }
}
