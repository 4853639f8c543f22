import { join } from 'node:path';
import { ProvedProduct } from './product.mjs';

/** The load comes from one address: with rate limits per address, a rule would measure only those. */
const withoutLimits = { RATE_LIMIT_SCALE: '100000' };

/** Lends running products to proofs and removes all of them at the end. */
export class Products {
  #logDir;
  /** Running products, each with the environment for which it may be lent again; undefined for those that belong to one proof. */
  #running = new Map();
  #started = 0;

  constructor(logDir) {
    this.#logDir = logDir;
  }

  /** Lends a product that runs with the same environment, or starts one. A `fresh` one belongs to the proof and ends with it. */
  async lend(proofName, { environment = {}, fresh = false, ...options } = {}) {
    const key = fresh ? undefined : JSON.stringify(Object.entries(environment).sort());
    for (const [product, known] of this.#running) if (known !== undefined && known === key) return product;
    this.#started += 1;
    const product = await ProvedProduct.start({
      simulated: true,
      ...options,
      environment: { ...withoutLimits, ...environment },
      logFile: join(this.#logDir, `${proofName.toLowerCase()}-${this.#started}.log`),
    });
    this.#running.set(product, key);
    return product;
  }

  /** Ends a proof's own products; after a failure all that it used, since their state is unknown. */
  async takeBack(lent, { isClean }) {
    const done = lent.filter((product) => !isClean || this.#running.get(product) === undefined);
    // Stops all before removing any data: two products may have used the same folder, one after the other.
    for (const product of done) await product.stop();
    for (const product of done) await this.#remove(product);
  }

  async #remove(product) {
    this.#running.delete(product);
    await product.remove();
  }

  async close() {
    await Promise.all([...this.#running.keys()].map((product) => this.#remove(product)));
  }
}
