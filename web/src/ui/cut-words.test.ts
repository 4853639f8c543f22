import { cutWords } from './cut-text.js';

const words = (count: number) => Array.from({ length: count }, (_, index) => `w${index}`).join(' ');

describe('cutting a text to words', () => {
  it.each([24, 25, 30])('keeps a text of exactly %i words as it is', (count) => {
    expect(cutWords(words(count), count)).toBe(words(count));
  });

  it.each([24, 25, 30])('cuts a longer text after %i words and says so', (count) => {
    expect(cutWords(words(count + 1), count)).toBe(`${words(count)}…`);
  });

  it('counts any white space as one gap', () => {
    expect(cutWords('  one\n\ntwo\tthree ', 3)).toBe('one two three');
  });
});
