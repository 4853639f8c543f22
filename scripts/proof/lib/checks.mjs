import { until } from '../../lib/until.mjs';

/** Collects failed checks, so that one run reports every failure and not only the first. */
export class Checks {
  #failed = [];

  /** Records `sentence` as failed unless `condition` is true; returns the condition. */
  that(condition, sentence) {
    if (condition !== true) this.#failed.push(sentence);
    return condition === true;
  }

  /** Records `sentence` as failed if `condition` is not met in time; `options` as for `until`. */
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

  /** Failed checks, each sentence once. */
  get failed() {
    return [...new Set(this.#failed)];
  }
}
