import { until } from '../../lib/until.mjs';

/** Collects what did not hold, so that one run reports everything that is wrong and not only the first thing. */
export class Checks {
  #failed = [];

  /** Notes `sentence` when `condition` is not true; returns the condition. */
  that(condition, sentence) {
    if (condition !== true) this.#failed.push(sentence);
    return condition === true;
  }

  /** Notes `sentence` when `condition` is not met in time; `options` as `until` takes them. */
  async eventually(condition, sentence, options) {
    const met = until(sentence, condition, options).then(
      () => true,
      () => false,
    );
    return this.that(await met, sentence);
  }

  get hold() {
    return this.#failed.length === 0;
  }

  /** What did not hold, each sentence once. */
  get failed() {
    return [...new Set(this.#failed)];
  }
}
