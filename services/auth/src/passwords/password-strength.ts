/**
 * Rejects the passwords that an attacker tries first: length counts, composition does not. The rules see through
 * capitals, surrounding digits and symbols, digits for letters, repetition and separators, so "P@ssw0rd2026!" is just a
 * word. A third word, or anything unusual, makes a password acceptable.
 */
import { Inject, Injectable } from '@nestjs/common';
import { invalid } from '@site/proto/grpc';
import { guessableTerms } from '@site/regions/chosen/details';
import { officeTown, siteName, stateName } from '@site/regions/state';
import { isCommonPassword } from './common-passwords.js';
import { commonPasswordTerms } from './common-words.js';
import { StrengthEstimator } from './guess-estimator.js';

/** Neighboring keys and sequences. */
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
  '1qaz',
  '2wsx',
  '3edc',
  '4rfv',
  '5tgb',
  '6yhn',
  '7ujm',
  '147',
  '258',
  '369',
  '159',
  '357',
];
const runs = [...rows, ...rows.map((row) => [...row].reverse().join(''))];
const shortestRun = 3;

/** Common substitutions; 1 has two. */
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

/** Returns whether the text consists of runs of keys: "1234qwer", "zxcvbnm", "1qaz2wsx". */
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

function repeatedPart(text: string): string {
  for (let length = 1; length <= text.length / 2; length += 1) {
    const part = text.slice(0, length);
    if (part.repeat(Math.ceil(text.length / length)).slice(0, text.length) === text) return part;
  }
  return text;
}

const isDate = (text: string) =>
  /^(?:\d{1,2}[./-]?\d{1,2}[./-]?(?:19|20)\d\d|(?:19|20)\d\d[./-]?\d{1,2}[./-]?\d{1,2})$/.test(text);

/** A year, a date or a row of exclamation marks around a word adds little. */
const maxSurroundingLength = 8;

/** Strips digits and symbols around a word: all of them, and all but the first after it, as in "passw0rd". */
function cores(text: string): string[] {
  const behind = /[^a-z]*$/.exec(text)?.index ?? text.length;
  const before = /^[^a-z]*/.exec(text)?.[0].length ?? 0;
  return [0, before]
    .flatMap((start) => [text.length, behind, behind + 1].map((end) => text.slice(start, end)))
    .filter((core) => core.length >= shortestWord && text.length - core.length <= maxSurroundingLength);
}

const shortestWord = 4;
const maxScannedLength = 40;

/**
 * Returns why an attacker tries this or a similar password early.
 * @param personal words related to its owner
 */
export function whyCommon(password: string, personal: readonly string[] = []): string | undefined {
  const plain = password.normalize('NFKC').toLowerCase();
  const part = repeatedPart(plain);
  if (part.length <= 4) return 'it repeats a few characters';
  if (plain.length > maxScannedLength) return undefined;
  const bare = part.replaceAll(/[\s._\-+]/g, '');
  if (isRuns(bare)) return 'it is a row of neighboring keys';
  if (isDate(bare)) return 'it is a date';
  const personalTerms = new Set(personal.flatMap(tokenize));
  const isCommonWord = (word: string) => commonPasswordTerms.has(word) || personalTerms.has(word);
  const guessed = [...cores(part), ...cores(bare)].flatMap(undisguised).some((core) => {
    const word = repeatedPart(core);
    if (isCommonWord(word) || isRuns(word)) return true;
    return [...word].some((_letter, index) => isCommonWord(word.slice(0, index)) && isCommonWord(word.slice(index)));
  });
  return guessed ? 'it is a well-known word, or your name, with little around it' : undefined;
}

/** Returns the words of a name or address, except short ones, which occur everywhere. */
const tokenize = (text: string): string[] => {
  const tokens = text
    .normalize('NFKC')
    .toLowerCase()
    .split(/[^\p{L}]+/u);
  return [...tokens, tokens.join('')].filter((word) => word.length >= shortestWord);
};

/** An attacker of this site would try these first. */
const siteTerms = [
  ...[stateName, siteName, officeTown].map((name) => name.toLowerCase().replace(/[^a-z]/g, '')),
  'weather',
  'tornado',
  'thunderstorm',
  ...guessableTerms,
];

/** By zxcvbn warning key. */
const reasons: Record<string, string> = {
  straightRow: 'it is a row of neighboring keys',
  keyPattern: 'it is a short pattern of keys',
  simpleRepeat: 'it repeats a few characters',
  extendedRepeat: 'it repeats a few characters',
  sequences: 'it is a sequence like "abc"',
  recentYears: 'it is a year',
  dates: 'it is a date',
  similarToCommon: 'it is like one of the most common passwords',
  wordByItself: 'it is a single word',
  namesByThemselves: 'it is a name',
  commonNames: 'it is a name',
  userInputs: 'it consists of your name, your address or words from this site',
};
const anyReason = 'it is too short or too predictable';

const minScore = 3;

/** Rejects guessable passwords by our rules, a list of common ones, and zxcvbn. */
@Injectable()
export class PasswordStrength {
  constructor(@Inject(StrengthEstimator) private readonly estimator: StrengthEstimator) {}

  /** @throws INVALID_ARGUMENT naming `field` and why it is easily guessed; UNAVAILABLE if not checked */
  async rejectWeak(password: string, field: string, owner: { name: string; email: string }): Promise<void> {
    const why = await this.whyWeak(password, [owner.name, ...owner.email.split('@')]);
    if (why === undefined) return;
    const message = `This password is ${why}. Please choose another one.`;
    throw invalid(message, [{ field, message }]);
  }

  private async whyWeak(password: string, personal: readonly string[]): Promise<string | undefined> {
    const common = whyCommon(password, personal);
    if (common !== undefined) return `too easy to guess: ${common}`;
    if (isCommonPassword(password)) return 'one of the most common ones';
    const { score, warning, unknown } = await this.estimator.estimate(password, [
      ...personal.flatMap((text) => [text, ...tokenize(text)]),
      ...siteTerms,
    ]);
    // `unknown` covers random letters: at zxcvbn's ten options each, eight of them just miss the score.
    if (score >= minScore || unknown) return undefined;
    if (warning === 'topTen' || warning === 'topHundred' || warning === 'common') return 'one of the most common ones';
    return `too easy to guess: ${(warning !== null && Object.hasOwn(reasons, warning) && reasons[warning]) || anyReason}`;
  }
}
