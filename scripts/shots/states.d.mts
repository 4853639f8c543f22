import type { AnswerState } from './answers.mjs';

type StateOf = (hoursUntil: (hour: number) => number) => AnswerState;

export const states: Record<string, StateOf> & Record<'usual' | 'calm' | 'tornado' | 'loading', StateOf>;
export function sponsorStyle(view: string): StateOf;
