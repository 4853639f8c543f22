import type { Page } from 'playwright-core';

/** What is changed of the gateway's answers (answers.mjs). */
export interface AnswerState {
  hour?: number;
  change?: Record<string, (data: unknown) => unknown>;
  down?: string[];
  silent?: string[];
}

export function hoursUntil(hourOfDay: number): number;
export function putInState(page: Page, state?: AnswerState): Promise<void>;
