import fc from 'fast-check';
import { canonicalLine, canonicalPiece, canonicalProse } from './canonical-text.js';

const forms = { canonicalLine, canonicalPiece, canonicalProse };

/** Invisible in Latin text, each from another range of Unicode. */
const invisible = [
  '\u0000',
  '\u0007',
  '\u0008',
  '\u001b',
  '\u007f',
  '\u0080',
  '\u009f',
  '\u00ad',
  '\u034f',
  '\u061c',
  '\u115f',
  '\u17b4',
  '\u180b',
  '\u180e',
  '\u200b',
  '\u200c',
  '\u200d',
  '\u200e',
  '\u200f',
  '\u202a',
  '\u202b',
  '\u202c',
  '\u202d',
  '\u202e',
  '\u2060',
  '\u2061',
  '\u2064',
  '\u2065',
  '\u2066',
  '\u2067',
  '\u2068',
  '\u2069',
  '\u206a',
  '\u206f',
  '\ufe00',
  '\ufe0e',
  '\ufe0f',
  '\ufeff',
  '\ufff0',
  '\ufff9',
  '\ufffa',
  '\ufffb',
  '\ufdd0',
  '\uffff',
  '\u{1bca0}',
  '\u{1d173}',
  '\u{e0001}',
  '\u{e0041}',
  '\u{e007f}',
  '\u{e0100}',
  '\u{e01ef}',
  '\u{10ffff}',
];
const blank = [
  '\t',
  ' ',
  '\u001c',
  '\u001f',
  '\u00a0',
  '\u1680',
  '\u2000',
  '\u2003',
  '\u2009',
  '\u200a',
  '\u202f',
  '\u205f',
  '\u2800',
  '\u3000',
  '\u3164',
  '\uffa0',
  '\ufffc',
];
const lineBreak = ['\n', '\r', '\r\n', '\v', '\f', '\u0085', '\u2028', '\u2029'];

/** Already canonical. */
const meaningful = [
  'Zoë Núñez-O’Brien III',
  '2.10 in — 5 °C, ½″ hail',
  '👩🏽‍🚀 👨‍👩‍👧‍👦 🏳️‍🌈 🏴‍☠️ ❤️‍🔥 🧑🏿‍🤝‍🧑🏻 🐻‍❄️ ⛹🏽‍♀️ 🙂‍↔️',
  '1️⃣ ☎️ ✈︎ 🇺🇸',
  '🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f} and 🏴\u{e0075}\u{e0073}\u{e0061}\u{e0072}\u{e007f}',
  'می‌خواهم کتاب‌ها',
  'ه‍',
  'مُ‌ه',
  'क्‍ष क्‌ष श्री',
  'র‍্য',
  'ශ්‍රී ලංකා',
  'നന്‍',
  'ᠨᠢᠭᠡᠨ ᠬᠠᠭᠠᠨ᠎ᠠ ᠡ᠋',
  '葛󠄀城市',
  '〇︀',
  'שלום!\u200f Arkansas',
  'חדשות \u2066C++\u2069 היום',
  'Việt Nam, Ελλάδα, Кириллица, 日本語、한국어',
  'ກ່ອນ ไทย မြန်မာ ខ្មែរ',
  '\ue000 \uf8ff',
];

describe.each(Object.entries(forms))('%s', (_name, canonical) => {
  it('drops invisible characters, and joins only what looked joined', () => {
    for (const character of invisible) {
      expect([character, canonical(`snow${character}storm`)]).toEqual([character, 'snowstorm']);
      expect([character, canonical(character.repeat(3))]).toEqual([character, '']);
    }
  });

  it.each(meaningful)('keeps %s', (text) => {
    expect(canonical(text)).toBe(text.normalize('NFC'));
  });

  it('composes accents, also after an invisible character', () => {
    expect(canonical('Zoe\u0308 Nu\u0301n\u200b\u0303ez')).toBe('Zoë Núñez');
  });

  it('replaces half a character with the replacement character', () => {
    expect(canonical('a\ud83c')).toBe('a\ufffd');
    expect(canonical('\udf29b')).toBe('\ufffdb');
  });

  it('is idempotent for any input', () => {
    const character = fc.oneof(
      fc.constantFrom(...invisible, ...blank, ...lineBreak),
      fc.constantFrom(...meaningful.join('')),
      fc.constantFrom('\u0301', '\u0338', '\u037e', '\u{1f3f4}', '<', '\u064e', '\u094d', '\ud800'),
      fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
    );
    fc.assert(
      fc.property(fc.array(character, { maxLength: 24 }), (characters) => {
        const result = canonical(characters.join(''));
        expect(canonical(result)).toBe(result);
        expect(result.isWellFormed()).toBe(true);
        expect(result).toBe(result.normalize('NFC'));
        // eslint-disable-next-line no-control-regex -- none of them may be left
        expect(result).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b\u2028-\u202e\u2060\ufeff]/);
      }),
      { numRuns: 5_000 },
    );
  });

  it('leaves no open direction after a value', () => {
    const part = fc.constantFrom('\u2066', '\u2067', '\u2068', '\u2069', 'a', 'ש', ' ', '\n');
    fc.assert(
      fc.property(fc.array(part, { maxLength: 16 }), (parts) => {
        for (const line of canonical(parts.join('')).split('\n')) {
          let depth = 0;
          for (const character of line) {
            if (/[\u2066-\u2068]/.test(character)) depth += 1;
            if (character === '\u2069') depth -= 1;
            expect(depth).toBeGreaterThanOrEqual(0);
          }
          expect(depth).toBe(0);
        }
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('a line', () => {
  it('has one space for any white space, and none at the ends', () => {
    for (const space of [...blank, ...lineBreak]) {
      expect([space, canonicalLine(`${space}Little${space}${space}Rock${space}`)]).toEqual([space, 'Little Rock']);
      expect([space, canonicalLine(space.repeat(3))]).toEqual([space, '']);
    }
  });

  it.each([
    ['a name from an address book', '\u2068Nora Example\u2069', 'Nora Example'],
    ['a right-to-left name from an address book', '\u2068محمد\u2069', 'محمد'],
    ['two of them', '\u2068\u2068 محمد \u2069\u2069', 'محمد'],
    ['a name with marks at its ends', '\u200fמשה\u200f', 'משה'],
    ['a number from an address book', '\u202d(501) 555-0100\u202c', '(501) 555-0100'],
    ['a reversed file name', 'cod.\u202egnp.exe', 'cod.gnp.exe'],
    ['marks in Latin text', 'C\u200e++\u200f', 'C++'],
    ['a name that is hidden behind selectors', `😀${'\u{e0141}\ufe01'.repeat(9)}`, '😀'],
    ['a flag with a message in its tags', '🏴\u{e0068}\u{e0069}', '🏴'],
    ['lines that a table brings', 'Little Rock\r\n2.10', 'Little Rock 2.10'],
  ])('cleans %s', (_what, text, line) => {
    expect(canonicalLine(text)).toBe(line);
  });
});

describe('prose', () => {
  it('has LF for any line break', () => {
    for (const end of lineBreak) expect([end, canonicalProse(`one${end}two`)]).toEqual([end, 'one\ntwo']);
  });

  it('has one space between words, and keeps tabs, indentation and blank lines', () => {
    expect(
      canonicalProse('Rain:\u00a0 heavy \n\n  • Conway\t0.35 \n\u00a0\u00a0• Little  Rock \t 2.10\n \t \nEnd\n'),
    ).toBe('Rain: heavy\n\n  • Conway\t0.35\n  • Little Rock\t2.10\n\nEnd');
  });

  it('balances directions line by line', () => {
    expect(canonicalProse('שלום \u2067abc\nabc\u2069 \u200e')).toBe('שלום abc\nabc');
  });
});

it('cleans the longest hostile texts in linear time', () => {
  const longest = 50_000;
  const accents = '\u0301\u0316'.repeat(8);
  const content = [
    '\u200d',
    'क\u200d',
    '\u2068',
    accents,
    `${accents}\u200d`,
    ' \u2800',
    '\n\u200f',
    '\u{e0100}',
    '\u034f',
  ];
  for (const text of content)
    for (const canonical of Object.values(forms))
      expect(canonical(`${text.repeat(longest)}ש`).length).toBeLessThanOrEqual(longest * 4 + 1);
});
