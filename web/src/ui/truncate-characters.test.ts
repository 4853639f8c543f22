import { cutCharacters } from './truncate.js';

describe('truncating a text to characters', () => {
  it.each([95, 100])('keeps a text of exactly %i characters', (count) => {
    expect(cutCharacters('x'.repeat(count), count)).toBe('x'.repeat(count));
  });

  it.each([95, 100])('truncates a longer text after %i characters with an ellipsis', (count) => {
    expect(cutCharacters('x'.repeat(count + 1), count)).toBe(`${'x'.repeat(count)}…`);
  });

  it('never splits an emoji', () => {
    expect(cutCharacters(`${'x'.repeat(94)}🌪️${'y'.repeat(9)}`, 95)).toBe(`${'x'.repeat(94)}🌪…`);
  });

  it('leaves no space before the ellipsis', () => {
    expect(cutCharacters('one two', 4)).toBe('one…');
  });
});
