import { until } from '@site/platform/testing/until';
import { test, type BrowserContext, type Page } from '@playwright/test';
import { phone } from './browser.js';
import { startReleases, type Releases } from './simulated-releases.js';
import type { Site } from './site.js';

/** A phone with a service worker, new for each test, in front of simulated releases. */
export interface Visitor {
  readonly releases: Releases;
  readonly context: BrowserContext;
  readonly page: Page;
  open(path?: string): Promise<unknown>;
  /** Resolves when the page is cached. */
  visit(path?: string): Promise<void>;
  /** Returns '' if no document is cached. */
  cachedRelease(path: string): Promise<string>;
  untilCached(number: number, path?: string): Promise<unknown>;
}

/** Call at the top of a suite, after its site. */
export function useVisitor(site: Site): Visitor {
  const now = {} as { releases: Releases; context: BrowserContext; page: Page };

  test.beforeEach(async () => {
    now.releases = await startReleases(site.product.url);
    now.context = await site.browser.newContext({ viewport: phone, serviceWorkers: 'allow' });
    now.page = await now.context.newPage();
  });

  test.afterEach(async () => {
    await now.context.close();
    await now.releases.close();
  });

  const cachedRelease = (path: string) =>
    now.page
      .evaluate(async (address) => {
        const cached = await caches.match(address, { ignoreVary: true });
        return /name="release" content="(\d+)"/.exec((await cached?.text()) ?? '')?.[1] ?? '';
      }, now.releases.url + path)
      // The page reloaded meanwhile.
      .catch(() => '');
  const open = (path = '/') => now.page.goto(now.releases.url + path);
  const untilCached = (number: number, path = '/') =>
    until('the page to be kept', async () => (await cachedRelease(path)) === String(number), 60_000);

  return {
    get releases() {
      return now.releases;
    },
    get context() {
      return now.context;
    },
    get page() {
      return now.page;
    },
    open,
    async visit(path = '/') {
      await open(path);
      await untilCached(1, path);
    },
    cachedRelease,
    untilCached,
  };
}
