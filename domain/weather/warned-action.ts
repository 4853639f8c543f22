/** Actions in warnings' instructions, and the warnings that pages show to visitors whose place is unknown. */
import { isDeadly } from './danger.js';

/** Warnings that last for days. */
const lasting = /^((coastal |lakeshore )?flood|high wind|winter storm|red flag|.*(heat|cold|chill|freeze)) /i;

/** Returns whether pages show a warning to visitors without a place: it leaves little time. */
export const isForAllVisitors = (alert: { event: string; level: string; danger: number }): boolean =>
  alert.level === 'emergency' || (alert.level === 'warning' && (isDeadly(alert) || !lasting.test(alert.event)));

const asks = /\b(cover|shelter|move|go|get|evacuate|leave|stay|avoid|pull|do not|don['’]t)\b/i;

/** Splits a text at ".", "!" and "?" before a space; line breaks become spaces. */
export const sentencesOf = (text: string): string[] =>
  text
    .trim()
    .replace(/\s+/g, ' ')
    .replace(/([.!?]) /g, '$1\n')
    .split('\n')
    .filter(Boolean);

/** Returns an instruction's first sentence that asks for something ("TAKE COVER NOW!"), else its first one. */
export function actionOf(instruction: string): string | undefined {
  const sentences = sentencesOf(instruction);
  return sentences.find((sentence) => asks.test(sentence)) ?? sentences[0];
}

/** Returns "take cover now" for "TAKE COVER NOW!", to follow a colon. */
export function asClause(sentence: string): string {
  const trimmed = sentence.replace(/[.!]$/, '');
  if (trimmed === trimmed.toUpperCase()) return trimmed.toLowerCase();
  // Keeps abbreviations and "I".
  return /^[A-Z][a-z]/.test(trimmed) ? trimmed.charAt(0).toLowerCase() + trimmed.slice(1) : trimmed;
}
