import { say } from '../lib/log.mjs';

/** Ends what a launcher has started: on a signal, or when a part can't be kept running. */
export class Launcher {
  #undo = [];
  #ending;

  /** @param {string} name under which it logs */
  constructor(name) {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
      process.on(signal, () => {
        if (!this.isEnding) say(name, 'stopping');
        void this.end(0);
      });
    }
  }

  get isEnding() {
    return this.#ending !== undefined;
  }

  /** Remembers how to end what was just started; the last remembered runs first, even when the launcher is already stopping. */
  onEnd(step) {
    this.#undo.push(step);
  }

  /** Ends everything that was started, then this process. */
  end(code) {
    this.#ending ??= (async () => {
      for (let step = this.#undo.pop(); step; step = this.#undo.pop()) {
        await step().catch((error) => process.stderr.write(`${error.message}\n`));
      }
      process.exit(code);
    })();
    return this.#ending;
  }

  /** Fails with the last message of a part that can't be kept running, and ends everything. */
  hopeless(sentence) {
    process.stderr.write(`${sentence}\n`);
    void this.end(1);
  }
}
