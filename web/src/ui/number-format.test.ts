import { amount, countText, durationText, shareText } from './number-format.js';

describe('formatted figures', () => {
  it.each([
    [null, '–'],
    [0, '0'],
    [999, '999'],
    [1_000, '1,000+'],
  ])('counts %p as %s', (count, text) => expect(countText(count)).toBe(text));

  it.each([
    [0, '1 second'],
    [89, '89 seconds'],
    [90, '2 minutes'],
    [3_600, '60 minutes'],
    [7_200, '2 hours'],
  ])('formats %p seconds as %s', (seconds, text) => expect(durationText(seconds)).toBe(text));

  it.each([
    [0, 10, '0%'],
    [1, 1_000, '<1%'],
    [1, 3, '33%'],
    [999, 1_000, '>99%'],
    [1_000, 1_000, '100%'],
    [0, 0, '0%'],
  ])('tells %p of %p as %s', (part, full, text) => expect(shareText(part, full)).toBe(text));

  it('uses the singular for one', () => {
    expect(amount(1, 'photo', 'photos')).toBe('1 photo');
    expect(amount(1_204, 'photo', 'photos')).toBe('1,204 photos');
  });
});
