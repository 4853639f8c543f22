import { adviceFor } from './advice.js';
import { isDeadly } from './danger.js';

/** What a warning asks of people in its area, and which warnings pages show to visitors whose place is unknown. */

interface Warned {
  event: string;
  level: string;
  danger: number;
}

/** They leave minutes, or nobody should be outside. River floods, heat, cold and wind last for days. */
const urgentEvents =
  /^((flash flood|severe thunderstorm|snow squall|dust storm|blizzard|ice storm|avalanche|earthquake|tsunami|volcano) warning|(hurricane|typhoon|tropical storm|storm surge)\b.* warning|evacuation\b.*|(shelter in place|civil danger|hazardous materials|nuclear power plant|radiological hazard|law enforcement|fire) warning|civil emergency message)$/i;

/** Returns whether pages show a warning to visitors without a place. */
export const isForEveryVisitor = (alert: Warned): boolean =>
  alert.level === 'emergency' ||
  (alert.level === 'warning' && (isDeadly(alert) || urgentEvents.test(alert.event.trim())));

const asks =
  /\b(take|seek|find) (cover|shelter)|\b(move|go|get|head|drive) (to|in|inside|indoors|into|out|away|up)\b|\bshelter (now|immediately|in)\b|\b(evacuate|leave|abandon|climb|stay|remain|avoid|pull|turn around|slow down|delay|do not|don['’]?t|never|protect|follow|be prepared|act now)\b/i;

export const sentencesOf = (text: string): string[] =>
  text
    .replace(/\s+/g, ' ')
    .trim()
    .split(/(?<=[.!?]) /)
    .filter(Boolean);

/** Returns an instruction's first sentence that asks for something ("TAKE COVER NOW!"), else its first one. */
export function actionOf({ instruction, event }: { instruction: string; event: string }): string {
  const sentences = sentencesOf(instruction);
  return sentences.find((sentence) => asks.test(sentence)) ?? sentences[0] ?? adviceFor(event);
}

/** "TAKE COVER NOW!" within a sentence: "take cover now". */
export function asClause(sentence: string): string {
  let end = sentence.length;
  while (end > 0 && '.!'.includes(sentence.charAt(end - 1))) end -= 1;
  const words = sentence.slice(0, end);
  if (words === words.toUpperCase()) return words.toLowerCase();
  // Keeps abbreviations and "I".
  return /^[A-Z](?:[a-z]|,)/.test(words) ? words.charAt(0).toLowerCase() + words.slice(1) : words;
}

/** Returns "take cover now", to follow "If you are there:". */
export const actionClauseOf = (alert: { instruction: string; event: string }): string => asClause(actionOf(alert));
