import type { Locator, Page } from 'playwright-core';
import type { AnswerState } from './answers.mjs';

/** A screen in a state (public-screens.mjs). */
export interface Screen {
  name: string;
  path: string;
  state?: AnswerState;
  prepare?: (page: Page) => Promise<void>;
  part?: (page: Page) => Locator;
  window?: boolean;
  narrow?: boolean;
  wide?: boolean;
  map?: boolean;
}

export const publicScreens: Screen[];
