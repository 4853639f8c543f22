import { cutCharacters } from './cut-text.js';

describe('cutting a text to characters', () => {
  it.each([95, 100])('keeps a text of exactly %i characters as it is', (count) => {
    expect(cutCharacters('x'.repeat(count), count)).toBe('x'.repeat(count));
  });

  it.each([95, 100])('cuts a longer text after %i characters and says so', (count) => {
    expect(cutCharacters('x'.repeat(count + 1), count)).toBe(`${'x'.repeat(count)}…`);
  });

  it('never cuts through an emoji', () => {
    expect(cutCharacters(`${'x'.repeat(94)}🌪️${'y'.repeat(9)}`, 95)).toBe(`${'x'.repeat(94)}🌪…`);
  });

  it('leaves no gap before the ellipsis', () => {
    expect(cutCharacters('one two', 4)).toBe('one…');
  });
});
