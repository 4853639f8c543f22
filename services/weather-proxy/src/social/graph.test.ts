import { parseCleanJson } from '../readings/source-values.js';
import { postsSchema } from './graph.js';

const post = (changes: object = {}) => ({
  id: '1_2',
  message: 'Storms',
  created_time: '2026-11-20T20:15:30+0000',
  permalink_url: 'https://www.facebook.com/1/posts/2',
  ...changes,
});
/** As they arrive. */
const read = (...data: unknown[]) => postsSchema.parse(parseCleanJson(JSON.stringify({ data })));

it.each([
  ['2026-11-20T20:15:30+0000', '2026-11-20T20:15:30.000Z'],
  ['2026-11-20T14:15:30-0600', '2026-11-20T20:15:30.000Z'],
  ['2026-11-20T20:15:30Z', '2026-11-20T20:15:30.000Z'],
])('parses the time %s', (created_time, expected) => {
  expect(read(post({ created_time }))[0]?.createdTime).toBe(expected);
});

it.each([
  ['https://www.facebook.com/1/posts/2', 'https://www.facebook.com/1/posts/2'],
  ['/reel/77', 'https://www.facebook.com/reel/77'],
  ['https://evil.example/', 'https://www.facebook.com/1_2'],
  ['javascript:alert(1)', 'https://www.facebook.com/1_2'],
  ['http://www.facebook.com/1', 'https://www.facebook.com/1_2'],
  ['https://facebook.com.evil.example/', 'https://www.facebook.com/1_2'],
  ['https://user@www.facebook.com/', 'https://www.facebook.com/1_2'],
  [undefined, 'https://www.facebook.com/1_2'],
])('links %s to %s', (permalink_url, expected) => {
  expect(read(post({ permalink_url }))[0]?.url).toBe(expected);
});

it('counts 0 for missing or invalid counts', () => {
  for (const likes of [undefined, null, {}, { summary: {} }, { summary: { total_count: -1 } }, { summary: 'x' }]) {
    expect(read(post({ likes, shares: likes }))[0]).toMatchObject({ likesCount: 0, sharesCount: 0 });
  }
});

it('removes control characters, and doesn’t cut a character in two', () => {
  const message = `a\u0000\u202eb${'⛈️'.repeat(3_000)}`;
  const read_ = read(post({ message }))[0]?.message ?? '';
  expect(read_.startsWith('ab⛈')).toBe(true);
  expect(read_.isWellFormed()).toBe(true);
  expect([...read_].length).toBeLessThanOrEqual(2_000);
});

it('leaves out an unreadable post, and rejects a response without any other', () => {
  expect(read(post({ created_time: 'yesterday' }), post())).toHaveLength(1);
  expect(() => read(post({ id: '../../me' }))).toThrow('no readable post');
  expect(read()).toEqual([]);
});
