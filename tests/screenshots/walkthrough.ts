import type { Locator, Page } from '@playwright/test';
import type { Product } from '../../scripts/lib/product-process.mjs';

/**
 * The steps of docs/editors.md, docs/operations/install.md and storm-day.md. docs-pictures.test.ts takes the pages' pictures,
 * e2e/first-hour.test.ts checks that the screens match the pages.
 */

/** The context of a walkthrough. */
export interface Walkthrough {
  page: Page;
  product: Product;
  /** Opens a separate visitor's page, on a phone. */
  phone(): Promise<Page>;
  codeOf(secret: string): string;
  /** Called wherever a page quotes a screen. With a name, it takes a picture. */
  capture(page: Page, imageName?: string): Promise<void>;
}

/** A section of a document, and the steps through the screens it describes. */
export interface Section {
  section: string;
  follow: (walkthrough: Walkthrough) => Promise<void>;
}

/** The first admin must set up a second factor. */
export const firstHourEnvironment = { RATE_LIMIT_SCALE: '1000', REQUIRE_SECOND_FACTOR: 'admins' };

export const dialogOf = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });
export const button = (within: Page | Locator, name: string) => within.getByRole('button', { name, exact: true });
