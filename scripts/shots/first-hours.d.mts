import type { Page } from 'playwright-core';
import type { Product } from '../lib/product.mjs';

/** What a walk is given. */
export interface Walker {
  page: Page;
  product: Product;
  /** A page of somebody else's, on a phone. */
  phone(): Promise<Page>;
  /** The six digits of an authenticator app that was given this secret. */
  codeOf(secret: string): string;
  look(page: Page, picture?: string): Promise<void>;
}

/** A section of a document, and the way through the screens that it describes. */
export interface Step {
  section: string;
  walk: (walker: Walker) => Promise<void>;
}

export const firstHourEnvironment: Record<string, string>;
export const editorsHour: Step[];
export const operatorsHour: Step[];
