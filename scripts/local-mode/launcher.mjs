import { log } from '../lib/log.mjs';

/** Stops what a launcher has started: on a signal, or when a part can't be kept running. */
export class Launcher {
  /** @type {(() => Promise<unknown>)[]} */
  #undo = [];
  /** @type {Promise<void> | undefined} */
  #ending;

  /** @param {string} name in the log */
  constructor(name) {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
      process.on(signal, () => {
        if (!this.isEnding) log(name, 'stopping');
        void this.end(0);
      });
    }
  }

  get isEnding() {
    return this.#ending !== undefined;
  }

  /** Registers a step; steps run in reverse order, even when already stopping. @param {() => Promise<unknown>} step */
  onEnd(step) {
    this.#undo.push(step);
  }

  /** Stops everything, then this process. @param {number} code */
  end(code) {
    this.#ending ??= (async () => {
      for (let step = this.#undo.pop(); step; step = this.#undo.pop()) {
        await step().catch((error) => process.stderr.write(`${error.message}\n`));
      }
      process.exit(code);
    })();
    return this.#ending;
  }

  /** Prints why the product can't keep running, and ends it with exit code 1. @param {string} sentence */
  hopeless(sentence) {
    process.stderr.write(`${sentence}\n`);
    void this.end(1);
  }
}
