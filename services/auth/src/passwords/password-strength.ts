import { invalid } from '@site/proto/grpc';
import { commonWords } from './common-words.js';

/**
 * Refuses the passwords that an attacker tries first, and nothing else: length counts, composition does not. It sees through
 * capitals, digits and signs at either end, digits for letters, repetition and separators, so that "P@ssw0rd2026!" counts as
 * the word it is. A third word, or anything unusual, makes a password acceptable.
 */

/** Neighbouring keys, and sequences that everybody knows. */
const rows = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890',
  '!@#$%^&*()',
  'qwertyuiop',
  'qwertzuiop',
  'azertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  '1q2w3e4r5t6y7u8i9o0p',
  'q1w2e3r4t5y6u7i8o9p0',
  'qazwsxedcrfvtgbyhnujmikolp',
  ...['1qaz', '2wsx', '3edc', '4rfv', '5tgb', '6yhn', '7ujm', '147', '258', '369', '159', '357'],
];
const runs = [...rows, ...rows.map((row) => [...row].reverse().join(''))];
const shortestRun = 3;

/** How letters are commonly disguised; 1 stands for two of them. */
const disguises: Record<string, string> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '!': 'i',
  '0': 'o',
  $: 's',
  '5': 's',
  '7': 't',
};

function undisguised(text: string): string[] {
  const plain = [...text].map((sign) => disguises[sign] ?? sign).join('');
  return plain.includes('1') ? [plain.replaceAll('1', 'i'), plain.replaceAll('1', 'l')] : [plain];
}

/** Whether the text consists of runs of keys and nothing else: "1234qwer", "zxcvbnm", "1qaz2wsx". */
function isRuns(text: string): boolean {
  // reachable[i]: the first i characters are runs.
  const reachable = [true];
  for (let end = shortestRun; end <= text.length; end += 1) {
    for (let start = end - shortestRun; start >= 0 && !reachable[end]; start -= 1) {
      if (reachable[start] && runs.some((run) => run.includes(text.slice(start, end)))) reachable[end] = true;
    }
  }
  return reachable[text.length] === true;
}

/** The part of which the text is a repetition; the text itself if it is none. */
function repeatedPart(text: string): string {
  for (let length = 1; length <= text.length / 2; length += 1) {
    const part = text.slice(0, length);
    if (part.repeat(Math.ceil(text.length / length)).slice(0, text.length) === text) return part;
  }
  return text;
}

const isDate = (text: string) =>
  /^(?:\d{1,2}[./-]?\d{1,2}[./-]?(?:19|20)\d\d|(?:19|20)\d\d[./-]?\d{1,2}[./-]?\d{1,2})$/.test(text);

/** A few digits and signs around a word add little: a year, a date, a row of exclamation marks. */
const mostAround = 8;

/** The text without what people put around a word: without all of it, and with the first sign behind kept, as in "passw0rd". */
function cores(text: string): string[] {
  const behind = /[^a-z]*$/.exec(text)?.index ?? text.length;
  const before = /^[^a-z]*/.exec(text)?.[0].length ?? 0;
  return [0, before]
    .flatMap((start) => [text.length, behind, behind + 1].map((end) => text.slice(start, end)))
    .filter((core) => core.length >= shortestWord && text.length - core.length <= mostAround);
}

const shortestWord = 4;
const longestLookedThrough = 40;

/** Whether many people use this password, or one like it; `personal` are words that belong to its owner. */
export function isCommonPassword(password: string, personal: readonly string[] = []): boolean {
  const plain = password.normalize('NFKC').toLowerCase();
  const part = repeatedPart(plain);
  if (part.length <= 4) return true;
  if (plain.length > longestLookedThrough) return false;
  const bare = part.replaceAll(/[\s._\-+]/g, '');
  if (isRuns(bare) || isDate(bare)) return true;
  const own = new Set(personal.flatMap(wordsOf));
  const known = (word: string) => commonWords.has(word) || own.has(word);
  return [...cores(part), ...cores(bare)].flatMap(undisguised).some((core) => {
    const word = repeatedPart(core);
    if (known(word) || isRuns(word)) return true;
    return [...word].some((_letter, index) => known(word.slice(0, index)) && known(word.slice(index)));
  });
}

/** The words of a name or an address, without the short ones, which occur in everything. */
const wordsOf = (text: string): string[] => {
  const words = text
    .normalize('NFKC')
    .toLowerCase()
    .split(/[^\p{L}]+/u);
  return [...words, words.join('')].filter((word) => word.length >= shortestWord);
};

/** @throws INVALID_ARGUMENT naming `field` when the password is common, or given away by its owner's name */
export function refuseCommonPassword(password: string, field: string, owner: { name: string; email: string }): void {
  if (!isCommonPassword(password, [owner.name, ...owner.email.split('@')])) return;
  const message = 'This password is too easy to guess. Please choose another one.';
  throw invalid(message, [{ field, message }]);
}
