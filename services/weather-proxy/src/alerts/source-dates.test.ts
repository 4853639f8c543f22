import { SourceDates } from './source-dates.js';

const minute = 60_000;
const start = Date.parse('2026-11-22T00:00:00Z');

/** Verdicts on responses; both times in minutes, the first monotonic. */
const held = (...answers: [at: number, date: number][]) => {
  const dates = new SourceDates();
  return answers.map(([at, date]) => dates.isHeld(start + date * minute, 1_000 + at * minute));
};

describe('the dates of the source’s answers', () => {
  it('go on', () => {
    expect(held([0, 0], [0.5, 0.5], [30, 30], [31, 31])).toEqual([false, false, false, false]);
  });

  it('stand still where a cache holds an answer: from five minutes on it is not believed', () => {
    expect(held([0, 0], [0.5, 0], [4, 0], [6, 0], [6.5, 0], [60, 0])).toEqual([false, false, false, true, true, true]);
  });

  it('are believed again as soon as the cache gives a new answer', () => {
    expect(held([0, 0], [6, 0], [7, 7])).toEqual([false, true, false]);
  });

  it('go on from there after the source’s clock was set, either way', () => {
    expect(held([0, 0], [1, 1], [2, -58], [2.5, -57.5], [3, -57])).toEqual([false, false, true, false, false]);
    expect(held([0, 0], [1, 61], [2, 62])).toEqual([false, false, false]);
  });

  it('are not judged by looks that follow one another too closely', () => {
    expect(held([0, 0], [6, 0], [6.01, 0], [6.02, 0])).toEqual([false, true, true, true]);
  });
});
