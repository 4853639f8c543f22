import fc from 'fast-check';
import { hasOtherLetters, slugOf, slugPattern } from './slug.js';

describe('a slug', () => {
  it.each([
    ['Watch or warning? What the words ask you to do', 'watch-or-warning-what-the-words-ask-you-to-do'],
    ['Turn around, don’t drown', 'turn-around-dont-drown'],
    ['  Crème brûlée — 100%  ', 'creme-brulee-100'],
    ['Tormentas eléctricas en Ñandú', 'tormentas-electricas-en-nandu'],
    ['🌪️', 'post'],
    ['тихо', 'post'],
    ['', 'post'],
  ])('of %j is %j', (title, slug) => {
    expect(slugOf(title)).toBe(slug);
  });

  it.each([
    ['Crème brûlée — 100% 🌪️ Ⅷ', false],
    ['Гроза 2026', true],
    ['Straße', true],
  ])('of %j leaves out letters: %j', (title, isTrue) => {
    expect(hasOtherLetters(title)).toBe(isTrue);
  });

  it('is cut at a word boundary when it is long', () => {
    expect(slugOf('word '.repeat(40))).toMatch(/^(word-)+word$/);
  });

  it('is valid in an address for any title', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (title) => {
        expect(slugOf(title)).toMatch(slugPattern);
        expect(slugOf(title).length).toBeLessThanOrEqual(80);
      }),
    );
  });
});
