import { join } from 'node:path';
import { startProduct } from './product.mjs';

/** Tidying up that fails is said and changes no result. */
const attempt = async (step, context) => {
  try {
    await step();
  } catch (error) {
    context.say(`while tidying up: ${error.message}`);
  }
};

/** Lends running products to the rules and takes everything down again. */
export class Harness {
  #root;
  #quick;
  #logDir;
  /** Products that run and may be lent again, by the environment they were started with. */
  #products = new Map();
  #all = new Set();
  #started = 0;

  constructor({ root, quick, logDir }) {
    this.#root = root;
    this.#quick = quick;
    this.#logDir = logDir;
  }

  /** Runs a rule with a context of its own. After a failure its products are not lent again: nobody knows their state. */
  async run(rule) {
    const deferred = [];
    const lent = new Set();
    const context = {
      quick: this.#quick,
      say: (sentence) => void process.stdout.write(`   ${new Date().toTimeString().slice(0, 8)} ${sentence}\n`),
      defer: (step) => void deferred.push(step),
      product: async (options = {}) => {
        const product = await this.#product(rule.name, options);
        lent.add(product);
        return product;
      },
    };
    let timer;
    const tooLong = new Promise((_, reject) => {
      const minutes = rule.limitMinutes ?? 20;
      timer = setTimeout(() => reject(new Error(`not finished after ${minutes} minutes`)), minutes * 60_000);
    });
    let isClean = false;
    try {
      const result = await Promise.race([rule.run(context), tooLong]);
      isClean = result.holds === true;
      return result;
    } finally {
      clearTimeout(timer);
      for (let step = deferred.pop(); step; step = deferred.pop()) await attempt(step, context);
      const done = [...lent].filter((product) => !isClean || product.isOwn);
      // All of them before the data of any is removed: two may have followed one another on the same folder.
      for (const product of done) await attempt(() => product.stop(), context);
      for (const product of done) await attempt(() => this.#remove(product), context);
    }
  }

  async #product(ruleName, { environment = {}, fresh = false, ...more } = {}) {
    const key = JSON.stringify(Object.entries(environment).sort());
    const known = this.#products.get(key);
    if (known && !fresh) return known;
    this.#started += 1;
    const product = await startProduct({
      root: this.#root,
      environment,
      ...more,
      logFile: join(this.#logDir, `${ruleName.toLowerCase()}-${this.#started}.log`),
    });
    product.isOwn = fresh;
    this.#all.add(product);
    if (!fresh) this.#products.set(key, product);
    return product;
  }

  async #remove(product) {
    this.#all.delete(product);
    for (const [key, kept] of this.#products) if (kept === product) this.#products.delete(key);
    await product.remove();
  }

  /** Ends everything that runs. */
  async close() {
    await Promise.all([...this.#all].map((product) => this.#remove(product)));
  }
}
