/** Chooses the weather service's own Spanish text of an alert, and rejects unusable ones. */
import { eventNames, untranslatedEvents } from '@site/domain/weather/spanish';
import { state } from '@site/regions/state';
import type { CapBlock } from './cap-message.js';

/** Why a Spanish text isn't shown. */
export type Rejection =
  'unreadable' | 'empty' | 'garbled' | 'too_short' | 'too_long' | 'not_spanish' | 'other_event' | 'other_end';

/** Undefined if the message has no Spanish. */
export type SpanishFinding = { text: string } | { rejected: Rejection } | undefined;

/** The English alert that a Spanish text must agree with. */
export interface EnglishAlert {
  event: string;
  eventCodes: readonly string[];
  /** Milliseconds since 1970 UTC: of the event, and of the message. */
  ends: readonly number[];
  /** Of a wireless emergency alert. */
  passages: readonly string[];
}

const shortest = 20;
const maxTextLength = 2_000;
const sameEndMs = 60_000;

const spanishPattern =
  /^(el|la|los|las|de|del|en|un|una|y|o|hasta|para|por|si|su|es|esta|al|con|se|que|ahora|aviso|busque|evite|area)$/;
const englishPattern = /^(the|of|and|in|is|to|this|until|til|for|at|on|now|or|take|move|you|are|your)$/;

/** In lower case without accents, as wireless emergency alerts are sent. */
const folded = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();

/** Whether a text is in Spanish, judged by its most common words. */
export function isSpanish(text: string): boolean {
  const tokens = folded(text).split(' ');
  const count = (pattern: RegExp) => tokens.filter((word) => pattern.test(word)).length;
  return count(spanishPattern) >= 3 && count(spanishPattern) > 2 * count(englishPattern);
}

/** UTF-8 read as another encoding, replaced letters, escapes, control and direction characters. */
const garbage =
  /\uFFFD|[ÃÂ][\u0080-\u00BF]|â€|\p{L}\?\p{L}|&#?\w{1,8};|[\p{Co}\p{Cn}\p{Cs}\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF]|(?!\n)\p{Cc}/u;

const englishOf = new Map<string, string[]>();
for (const { english, spanish } of eventNames)
  englishOf.set(folded(spanish), [...(englishOf.get(folded(spanish)) ?? []), folded(english)]);
const eventTitles = new Set([...eventNames.map(({ english }) => english), ...untranslatedEvents].map(folded));

function eventsNamedIn(text: string): string[] {
  // "Inundación repentina" isn't the name of a flood followed by another word.
  const normalized = ` ${folded(text).replace(/inundacion(?:es)? (repentina|costera)s?/g, 'inundaciones $1s')} `;
  return [...englishOf].filter(([spanish]) => normalized.includes(` ${spanish} `)).flatMap(([, english]) => english);
}

/** Whether a block is about another event. Unknown names prove nothing. */
function isOfOtherEvent({ event, sameCodes }: CapBlock, text: string, alert: EnglishAlert): boolean {
  const expectedEvent = folded(alert.event);
  if (eventTitles.has(folded(event)) && folded(event) !== expectedEvent) return true;
  if (sameCodes.length > 0 && alert.eventCodes.length > 0 && !sameCodes.some((code) => alert.eventCodes.includes(code)))
    return true;
  return [event, text].some((candidate) => {
    const named = eventsNamedIn(candidate);
    return named.length > 0 && !named.includes(expectedEvent);
  });
}

const clockFormat = new Intl.DateTimeFormat('en-US', {
  timeZone: state.timeZone,
  hour: 'numeric',
  minute: '2-digit',
});
const clock = (timestamp: number) => clockFormat.format(timestamp).replace(/\s/g, ' ');

/** Returns the times after "until" or "hasta", as "4:30 PM". */
const endsIn = (text: string): string[] =>
  Array.from(
    text.matchAll(/\b(?:until|til|hasta)\b[^.\d]{0,30}\b(\d{1,2}):(\d\d) ?([AP])\.? ?M\b/gi),
    ([, hour, minute, half = '']) => `${Number(hour)}:${minute} ${half.toUpperCase()}M`,
  );

/** Compares message ends with message ends, and times in texts with times in texts; otherwise with all known ends. */
function hasOtherEnd(block: CapBlock, text: string, alert: EnglishAlert, english: CapBlock | undefined): boolean {
  const ends = english?.expires === undefined ? alert.ends : [english.expires];
  const { expires } = block;
  if (expires !== undefined && ends.length > 0 && ends.every((end) => Math.abs(end - expires) > sameEndMs)) return true;
  const statedEnds = endsIn(text);
  const inEnglish = [...alert.passages, english?.longText ?? '', english?.shortText ?? ''].flatMap(endsIn);
  const expected = inEnglish.length > 0 ? inEnglish : [...ends, ...alert.ends].map(clock);
  return statedEnds.length > 0 && expected.length > 0 && !statedEnds.some((time) => expected.includes(time));
}

/** Returns the Spanish text of a CAP message, or why it can't be shown. */
export function spanishTextOf(blocks: readonly CapBlock[], alert: EnglishAlert): SpanishFinding {
  const block = blocks.find(({ language }) => /^es\b/i.test(language));
  if (!block) return undefined;
  const english = blocks.find(({ language }) => /^en\b/i.test(language));
  const [text = ''] = [block.longText, block.instruction, block.shortText]
    .map((each) => each.replace(/\r\n?/g, '\n').trim())
    .filter(Boolean);
  if (!text) return { rejected: 'empty' };
  if (garbage.test(text)) return { rejected: 'garbled' };
  if (text.length < shortest) return { rejected: 'too_short' };
  if (text.length > maxTextLength) return { rejected: 'too_long' };
  if (!isSpanish(text)) return { rejected: 'not_spanish' };
  if (isOfOtherEvent(block, text, alert)) return { rejected: 'other_event' };
  if (hasOtherEnd(block, text, alert, english)) return { rejected: 'other_end' };
  return { text };
}

/**
 * Returns the Spanish text among the parameters of an alert on the list, which has no blocks.
 * @returns undefined without Spanish
 */
export function spanishParameter(alert: EnglishAlert): SpanishFinding {
  const [longText] = alert.passages.filter(isSpanish);
  if (!longText) return undefined;
  const block = { language: 'es-US', event: '', sameCodes: [], instruction: '', shortText: '', longText };
  return spanishTextOf([block], { ...alert, passages: alert.passages.filter((text) => !isSpanish(text)) });
}
