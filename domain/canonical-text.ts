/**
 * The canonical form in which typed or pasted text is checked, compared and stored
 * (docs/decisions/0024-canonical-text.md). No zod, so that a small page can load it. Every function is idempotent and
 * linear in its input.
 */

const lineBreaks = /\r\n?|[\v\f\u0085\u2028\u2029]/g;
/**
 * Unicode white space, the information separators, which UAX #9 counts as separators, and other blanks: fillers, the
 * empty Braille cell, the placeholder of a pasted object.
 */
// eslint-disable-next-line no-control-regex -- the information separators are control characters
const blanks = /[\u001c-\u001f\p{Zs}\u2800\u3164\uffa0\ufffc]/gu;
/** Variation selectors, joiners, bidirectional marks and isolates: kept where they change the rendering. */
const inContext = [
  '\\u034f',
  '\\u061c',
  '[\\u180b-\\u180f]',
  '[\\u200c-\\u200f]',
  '[\\u2066-\\u2069]',
  '[\\ufe00-\\ufe0f]',
  '[\\u{e0100}-\\u{e01ef}]',
].join('|');
/** All other invisible characters; tags of flags such as Scotland's are matched with their flag, and kept. */
const invisiblePattern = new RegExp(
  String.raw`(\u{1f3f4}[\u{e0030}-\u{e0039}\u{e0061}-\u{e007a}]{3,6}\u{e007f})|` +
    String.raw`(?![\t\n]|${inContext})[\p{Cc}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\ufff9-\ufffb]`,
  'gu',
);
const contextDependentPattern = new RegExp(inContext, 'u');

const joiner = /[\u200c\u200d]/;
/** Scripts that joiners shape: Arabic, Syriac, N'Ko, and those of South and Southeast Asia. */
const joiningLetter =
  /(?![\p{scx=Zyyy}\p{scx=Latn}\p{scx=Grek}\p{scx=Cyrl}\p{scx=Armn}\p{scx=Geor}\p{scx=Hebr}\p{scx=Hani}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}\p{scx=Bopo}\p{scx=Thai}\p{scx=Laoo}])\p{L}/u;
const emoji = /\p{Extended_Pictographic}/u;
/** Characters that extend the previous one. */
const extending = /[\p{M}\p{Emoji_Modifier}\u{e0020}-\u{e007f}\u200c\u200d]/u;
const ideographicSelector = /[\u{e0100}-\u{e01ef}]/u;
const mongolianSelector = /[\u180b-\u180f]/;
const emojiSelector = /[\ufe0e\ufe0f]/;
/** Characters with standardized variants that aren't emoji (StandardizedVariants.txt). */
const hasVariants = /(?!\p{ASCII})[\p{Sm}\p{P}]|[0\p{scx=Hani}\p{scx=Mymr}\p{scx=Phag}\p{scx=Mani}]/u;

const directional = /[\u061c\u200e\u200f\u2066-\u2069]/;
const rightToLeft = /(?=\p{L})[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
const isolateStart = /[\u2066-\u2068]/;
const isolateEnd = '\u2069';
const firstStrongIsolate = '\u2068';

/**
 * Returns whether a character of `contextDependentPattern` changes the rendering; `base` is the last one that isn't an extender.
 */
function isMeaningful(character: string, { base, last, next }: Record<'base' | 'last' | 'next', string>): boolean {
  if (directional.test(character)) return true;
  if (joiner.test(character)) {
    if (joiner.test(last)) return false;
    if (character === '\u200d')
      return joiningLetter.test(base) || joiningLetter.test(next) || (emoji.test(base) && emoji.test(next));
    return joiningLetter.test(base) && (joiningLetter.test(next) || /\p{M}$/u.test(last));
  }
  if (character === '\u034f')
    return /\p{M}/u.test(last) && /\p{M}/u.test(next) && !contextDependentPattern.test(last + next);
  if (mongolianSelector.test(character)) return /(?=\p{L})\p{scx=Mong}/u.test(last);
  if (ideographicSelector.test(character)) return /\p{scx=Hani}/u.test(last);
  return emojiSelector.test(character) ? /\p{Emoji}/u.test(last) : hasVariants.test(last);
}

function withoutIdleCharacters(text: string): string {
  if (!contextDependentPattern.test(text)) return text;
  const characters = [...text];
  const result: string[] = [];
  let base = '';
  characters.forEach((character, index) => {
    if (contextDependentPattern.test(character)) {
      const around = { base, last: result.at(-1) ?? '', next: characters[index + 1] ?? '' };
      if (!isMeaningful(character, around)) return;
    }
    result.push(character);
    if (!extending.test(character)) base = character;
  });
  return result.join('');
}

/**
 * Removes bidirectional marks and isolates from lines without right-to-left letters, and unpaired isolates from others,
 * so that a value never changes the direction of the text after it.
 */
function withBalancedDirections(line: string): string {
  if (!directional.test(line)) return line;
  const characters = [...line];
  if (!rightToLeft.test(line)) return characters.filter((character) => !directional.test(character)).join('');
  const result: string[] = [];
  const open: number[] = [];
  for (const character of characters) {
    if (isolateStart.test(character)) open.push(result.length);
    else if (character === isolateEnd) {
      const start = open.pop();
      if (start === undefined) continue;
      if (start === result.length - 1) {
        result.pop();
        continue;
      }
    }
    result.push(character);
  }
  const unclosed = new Set(open);
  return result.filter((_character, index) => !unclosed.has(index)).join('');
}

/** Trims blanks, and marks and isolates without effect, from a line. */
function withoutIdleEnds(line: string): string {
  if (!directional.test(line)) return line.trim();
  const characters = [...line];
  const ends = new Map<number, number>();
  const open: number[] = [];
  characters.forEach((character, index) => {
    if (isolateStart.test(character)) open.push(index);
    else if (character === isolateEnd) ends.set(open.pop() ?? -1, index);
  });
  const isIdle = (mark = '', letter = '') =>
    mark === ' ' ||
    (/[\u061c\u200f]/.test(mark) && rightToLeft.test(letter)) ||
    (mark === '\u200e' && /\p{L}/u.test(letter) && !rightToLeft.test(letter));
  let first = 0;
  let last = characters.length - 1;
  for (;;) {
    if (first > last) return '';
    if (isIdle(characters[first], characters[first + 1])) first += 1;
    else if (isIdle(characters[last], characters[last - 1])) last -= 1;
    else if (characters[first] === firstStrongIsolate && ends.get(first) === last) {
      first += 1;
      last -= 1;
    } else return characters.slice(first, last + 1).join('');
  }
}

/**
 * Applies NFC, with at most 30 marks on a letter (Stream-Safe Text Format, UAX #15): normalization is quadratic in
 * their number.
 */
const composed = (text: string) => capped(capped(text).normalize('NFC'));
const capped = (text: string) => text.replace(/(\p{M}{30})\p{M}+/gu, '$1');

function clean(text: string, lineBreak: ' ' | '\n'): string {
  const visible = text
    .toWellFormed()
    .replace(lineBreaks, '\n')
    .replaceAll('\n', lineBreak)
    .replace(blanks, ' ')
    .replace(invisiblePattern, '$1');
  return composed(withoutIdleCharacters(composed(visible)).split('\n').map(withBalancedDirections).join('\n'));
}

/** Cleans a piece of a longer text, such as a text node: like `canonicalProse`, but keeps all blanks. */
export const canonicalPiece = (text: string): string => clean(text, '\n');

/**
 * Returns canonical multi-line text: NFC, LF line ends, no invisible characters, one space between words. Tabs and
 * indentation stay. Half a surrogate pair becomes U+FFFD, as in a UTF-8 decoder.
 */
export const canonicalProse = (text: string): string =>
  canonicalPiece(text)
    .replace(/(?<=\S)[\t ]+/g, (run, offset: number, input: string) => {
      const next = input[offset + run.length];
      if (next === undefined || next === '\n') return '';
      return run.includes('\t') ? '\t' : ' ';
    })
    .replace(/^[\t ]+$/gm, '')
    .trim();

/** Returns canonical single-line text: like `canonicalProse`, with one space for any white space. */
export const canonicalLine = (text: string): string => withoutIdleEnds(clean(text, ' ').replace(/[\t ]+/g, ' '));

export const digit = /\p{Nd}/u;
/** Returns a digit's value: each script's ten digits are consecutive, starting with zero. */
export function asciiDigit(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  let zero = code;
  while (digit.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return String((code - zero) % 10);
}

/** Converts decimal digits of every script to 0 to 9, and removes characters that match `separators`. */
export const plainDigits = (text: string, separators = /[\s\p{Pd}]/gu): string =>
  canonicalLine(text)
    .replace(/\p{Nd}/gu, asciiDigit)
    .replace(separators, '');
