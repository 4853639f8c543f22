import { judge, patternsIn } from './patterns.mjs';

const path = 'gateway/src/sample-forecast.ts';
const text = String.raw`
const slow = /^(a+)+$/;
const medium = new RegExp('^\\s+|\\s+$', 'g');
const fast = /^[a-z]{1,20}$/i;
`;

it('finds regular expressions in every notation', () => {
  expect(patternsIn(path, text).map(({ pattern, at }) => [pattern, at])).toEqual([
    ['/^(a+)+$/', `${path}:2`],
    [String.raw`/^\s+|\s+$/g`, `${path}:3`],
    ['/^[a-z]{1,20}$/i', `${path}:4`],
  ]);
});

it('rejects exponential time everywhere, and polynomial time in the product', async () => {
  expect(await judge(patternsIn(path, text), [])).toEqual([
    `${path}:2: /^(a+)+$/ takes exponential time`,
    String.raw`${path}:3: /^\s+|\s+$/g takes time that grows with the input to the power of 2`,
  ]);
  expect(await judge(patternsIn('scripts/sample-password.mjs', text), [])).toEqual([
    'scripts/sample-password.mjs:2: /^(a+)+$/ takes exponential time',
  ]);
});

it('accepts a pattern whose input is bounded', async () => {
  const bounded = [{ pattern: String.raw`/^\s+|\s+$/g`, reason: 'one line' }];
  expect(await judge(patternsIn(path, text), bounded)).toHaveLength(1);
});
