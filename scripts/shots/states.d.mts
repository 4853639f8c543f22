import type { AnswerState } from './answers.mjs';

export const states: Record<string, AnswerState> & Record<'usual' | 'calm' | 'tornado' | 'loading', AnswerState>;
