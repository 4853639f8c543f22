/** What warnings ask for and why, and the warnings that pages show to visitors whose place is unknown. */
import { truncateAtWord } from '../truncate.js';
import { adviceFor } from './advice.js';
import { formatCounties } from './alert-counties.js';
import { isDeadly } from './danger.js';

/** Warnings that last for days. */
const lasting = /^((coastal |lakeshore )?flood|high wind|winter storm|red flag|.*(heat|cold|chill|freeze)) /i;

/** Returns whether pages show a warning to visitors without a place: it leaves little time. */
export const isForAllVisitors = (alert: { event: string; level: string; danger: number }): boolean =>
  alert.level === 'emergency' || (alert.level === 'warning' && (isDeadly(alert) || !lasting.test(alert.event)));

/** Events whose names don't say what has happened. */
const vague = new RegExp(
  [
    '^(?:civil (?:emergency message|danger warning)|local area emergency|law enforcement warning|administrative message',
    'evacuation(?: -)? immediate|shelter in place warning|child abduction emergency|blue alert',
    '911 telephone outage(?: emergency)?|(?:hazardous materials|radiological hazard|nuclear power plant) warning)$',
  ].join('|'),
  'i',
);

/** Protects people. */
const asks = new RegExp(
  [
    String.raw`\b(?:take (?:immediate )?(?:cover|shelter)|seek|move|go|get|evacuate|leave|stay|avoid|pull|do not|don['’]t)\b`,
    String.raw`^shelter\b|\bshelter (?:in place|now)\b|\b(?:discouraged|(?:asked|ordered|urged|advised) to)\b`,
  ].join('|'),
  'i',
);
/** Prepares or informs them. */
const suggests = new RegExp(
  [
    String.raw`^(?:please )?(?:be|prepare|remain|secure|slow|delay|use|drink|call|follow|keep|abandon|protect`,
    'bring|limit|reduce|postpone|consider|wait|close|drop|boil|lock|dress|wear|allow|never|turn|cancel',
    String.raw`stop|return|take)\b`,
  ].join('|'),
  'i',
);
const isConditional = (sentence: string) => /^(?:if|when|where|should)\b/i.test(sentence);

/** Splits a text at ".", "!" and "?" before a space; line breaks become spaces. */
export const sentencesOf = (text: string): string[] =>
  text
    .trim()
    .replace(/\s+/g, ' ')
    .replace(/([.!?]) /g, '$1\n')
    .split('\n')
    .filter(Boolean);

/** The parts of an alert that say what it asks for and why. */
export interface Directive {
  event: string;
  instruction: string;
  desc: string;
  headline: string;
  nws_headline: string;
  counties: readonly string[];
  statewide: boolean;
}

const boilerplate =
  /^the following (?:message|is)|transmitted at the request|^bulletin\b|^eas activation|national weather service has issued/i;

/** Returns a bulletin's sentences without labels ("* WHAT...") and boilerplate. */
const statementsOf = (desc: string): string[] =>
  desc
    .split(/\n[ \t]*\n/)
    .map((block) => block.replace(/\s+/g, ' ').trim())
    .map((block) => block.replace(/^\* ?[A-Z][A-Z ]+\.{3} ?/, '').replace(/^\.{2,5} ?/, ''))
    // A bulletin ends a sentence with three periods.
    .map((block) => (block.endsWith('...') ? block.slice(0, -3) : block))
    .flatMap(sentencesOf)
    .filter((sentence) => !boilerplate.test(sentence));

/** Returns the sentence that protects most: "TAKE COVER NOW!". Without any, our advice for the event. */
export function actionOf({ event, instruction, desc }: Pick<Directive, 'event' | 'instruction' | 'desc'>): string {
  const sentences = sentencesOf(instruction);
  const requests = sentences.filter((sentence) => asks.test(sentence));
  return (
    requests.find((sentence) => !isConditional(sentence)) ??
    requests[0] ??
    (vague.test(event.trim()) ? statementsOf(desc).find((sentence) => asks.test(sentence)) : undefined) ??
    sentences.find((sentence) => suggests.test(sentence)) ??
    adviceFor(event)
  );
}

/** The outage directly follows the number and its service: "Trees are down, call 911" isn't one. */
const outage = new RegExp(
  [
    String.raw`\b(?:911|9-1-1)(?: (?:emergency|telephone|phone|call|calls|calling|center|centers|service|services|system|systems|lines?)){0,3}`,
    String.raw`(?: (?:is|are|may be|has been|have been|currently|temporarily|experiencing an?)){0,3}`,
    String.raw` (?:out of service|outages?|down|not (?:working|available)|unavailable|interrupted|disrupted)\b`,
  ].join(''),
  'i',
);
const restored = /\b(?:restored|resolved|repaired|back (?:up|in service)|no longer)\b/i;
/** Fits in two lines of a phone. */
const maxReasonLength = 140;

/** Returns why, where the event's name doesn't say it: "911 is down in parts of Arkansas." */
export function reasonOf(alert: Directive): string | undefined {
  if (!vague.test(alert.event.trim())) return undefined;
  const { desc, headline, nws_headline: nwsHeadline } = alert;
  const statements = statementsOf(desc);
  if (statements.some((sentence) => outage.test(sentence)) && !restored.test(desc))
    return `911 is down in parts of ${formatCounties(alert) || 'the area'}.`;
  const stated =
    statements.find((sentence) => !asks.test(sentence) && !suggests.test(sentence)) ??
    [nwsHeadline, headline].find((title) => title && !/\bissued\b/i.test(title));
  if (!stated || stated === actionOf(alert)) return undefined;
  const sentence = truncateAtWord(stated, maxReasonLength);
  return /[.!?…]$/.test(sentence) ? sentence : `${sentence}.`;
}

/** Returns "take cover now" for "TAKE COVER NOW!", to follow a colon. */
export function asClause(sentence: string): string {
  const trimmed = sentence.replace(/[.!]$/, '');
  if (trimmed === trimmed.toUpperCase()) return trimmed.toLowerCase();
  // Keeps abbreviations and "I".
  return /^[A-Z][a-z]/.test(trimmed) ? trimmed.charAt(0).toLowerCase() + trimmed.slice(1) : trimmed;
}
