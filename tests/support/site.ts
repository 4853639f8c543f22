import { test, type Browser } from '@playwright/test';
import { Product, type ProductOptions } from '../../scripts/lib/product-process.mjs';
import { startBrowser } from './browser.js';

/** Started before a suite's first `beforeAll`, stopped after its last test. */
export interface Site {
  readonly product: Product;
  readonly browser: Browser;
  /** Runs after the last test while the product is still up, in reverse order. */
  defer(step: () => Promise<unknown>): void;
}

/**
 * Starts the product with recorded weather and a browser for the suite that calls this at its top.
 * @param options a function if they are known only when the suite starts
 * @param openBrowser opens a different browser
 */
export function useSite(
  options: Partial<ProductOptions> | ((site: Pick<Site, 'defer'>) => Promise<Partial<ProductOptions>>) = {},
  openBrowser: () => Promise<Browser> = startBrowser,
): Site {
  const steps: Array<() => Promise<unknown>> = [];
  const defer = (step: () => Promise<unknown>) => void steps.push(step);
  let product: Product | undefined;
  let browser: Browser | undefined;

  test.beforeAll(async () => {
    browser = await openBrowser();
    const resolved = typeof options === 'function' ? await options({ defer }) : options;
    product = await Product.start({ simulated: true, ...resolved });
  });

  test.afterAll(async () => {
    for (const step of steps.reverse()) await step();
    await browser?.close();
    await product?.remove();
  });

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
