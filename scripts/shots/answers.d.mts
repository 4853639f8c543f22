import type { Page } from 'playwright-core';

/** Changes to the gateway's responses (answers.mjs). */
export interface AnswerState {
  hour?: number;
  change?: Record<string, (data: unknown) => unknown>;
  down?: string[];
  silent?: string[];
}

export function withoutMarkup(html: string): string;
export function putInState(page: Page, state?: AnswerState): Promise<void>;
