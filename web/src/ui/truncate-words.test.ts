import { truncateToWordCount } from './truncate.js';

const words = (count: number) => Array.from({ length: count }, (_, index) => `w${index}`).join(' ');

describe('truncating a text to words', () => {
  it.each([24, 25, 30])('keeps a text of exactly %i words', (count) => {
    expect(truncateToWordCount(words(count), count)).toBe(words(count));
  });

  it.each([24, 25, 30])('truncates a longer text after %i words with an ellipsis', (count) => {
    expect(truncateToWordCount(words(count + 1), count)).toBe(`${words(count)}…`);
  });

  it('counts any white space as one separator', () => {
    expect(truncateToWordCount('  one\n\ntwo\tthree ', 3)).toBe('one two three');
  });
});
