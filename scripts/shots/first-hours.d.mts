import type { Page } from 'playwright-core';
import type { Product } from '../lib/product-process.mjs';

/** The context of a walkthrough. */
export interface Walker {
  page: Page;
  product: Product;
  /** Opens a separate visitor's page, on a phone. */
  phone(): Promise<Page>;
  codeOf(secret: string): string;
  look(page: Page, picture?: string): Promise<void>;
}

/** A section of a document, and the steps through the screens it describes. */
export interface Step {
  section: string;
  walk: (walker: Walker) => Promise<void>;
}

export const firstHourEnvironment: Record<string, string>;
export const editorsHour: Step[];
export const operatorsHour: Step[];
