import type { Browser } from 'playwright-core';
import { startBrowser } from './browser.js';
import { startProduct, type Product, type ProductOptions } from './product.js';

/** The product and a browser of a whole suite: there from its own first `beforeAll` on, taken down after its last test. */
export interface Site {
  readonly product: Product;
  readonly browser: Browser;
  /** Has a step done after the last test, while the product still runs; the newest first. */
  defer(step: () => Promise<unknown>): void;
}

/**
 * Starts the product on recorded weather, and a browser beside it, for the suite that calls this at its top.
 * @param options what differs from that; a function when it is known only then
 * @param openBrowser another browser than the usual one
 */
export function useSite(
  options: Partial<ProductOptions> | ((site: Pick<Site, 'defer'>) => Promise<Partial<ProductOptions>>) = {},
  openBrowser: () => Promise<Browser> = startBrowser,
): Site {
  const steps: Array<() => Promise<unknown>> = [];
  const defer = (step: () => Promise<unknown>) => void steps.push(step);
  let product: Product | undefined;
  let browser: Browser | undefined;

  beforeAll(async () => {
    browser = await openBrowser();
    const own = typeof options === 'function' ? await options({ defer }) : options;
    product = await startProduct({ simulated: true, ...own });
  }, 240_000);

  afterAll(async () => {
    for (const step of steps.reverse()) await step();
    await browser?.close();
    await product?.remove();
  }, 60_000);

  const started = <Part>(part: Part | undefined): Part => {
    if (!part) throw new Error('The site of this suite has not been started');
    return part;
  };
  return {
    get product() {
      return started(product);
    },
    get browser() {
      return started(browser);
    },
    defer,
  };
}
