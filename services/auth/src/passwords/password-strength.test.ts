import { createHash } from 'node:crypto';
import { until } from '@site/platform/testing/until';
import { isCommonPassword } from './common-passwords.js';
import { StrengthEstimator } from './guess-estimator.js';
import { PasswordStrength } from './password-strength.js';
import { getFieldError } from '../testing/rejections.js';

const estimator = new StrengthEstimator(60_000);
const strength = new PasswordStrength(estimator);
afterAll(() => estimator.onModuleDestroy());

const noPrincipalId = { name: 'Ada Byron', email: 'ada@engine.example' };
const rejection = async (password: string, owner = noPrincipalId) => {
  const error = await strength.rejectWeak(password, 'password', owner).then(() => undefined, getFieldError);
  return error?.message;
};
beforeAll(() =>
  // Reading the dictionaries may exceed the timeout.
  until('the dictionaries to be read', () =>
    estimator.estimate('', []).then(
      () => true,
      () => false,
    ),
  ),
);

describe('a common password is rejected', () => {
  it.each([
    'password',
    'PASSWORD',
    'Password1',
    'P@ssw0rd2026!',
    'p@$$w0rd',
    '123password',
    'passwordpassword',
    'pass word',
    'trustno1',
    'letmein!',
    'ILoveYou1',
    'iloveyou2',
    'football7',
    'sunshine2024',
    'Summer2026!',
    'superman123',
    'monkeymonkey',
    'monkeydragon',
    'welcome-home',
    'liverpool1892',
    'ｐａｓｓｗｏｒｄ',
    '12345678',
    '123456789012',
    '87654321',
    'qwertyuiop',
    'Qwerty123',
    '1234qwer',
    '1q2w3e4r',
    '1qaz2wsx',
    'zaq1xsw2',
    'qazwsxedc',
    'asdfghjkl',
    'abcd1234',
    'aaaaaaaa',
    'abababab',
    '123123123',
    '19841224',
    '24.12.1984',
    '2026-11-20',
    'Weather2026',
    'arkansas!!',
    'ArkansasWeather',
    'a'.repeat(128),
    // From stolen lists, or known to every resident
    'aa123456',
    '1qaz@WSX',
    'woopigsooie',
    'WooPigSooie!',
    'Razorbacks2026',
    'gohogs1!',
    'jodoe1985',
    // Digits only: a hundred million are tried in a second
    '83920174',
  ])('%s', async (password) =>
    expect(await rejection(password)).toMatch(
      /^This password is (one of the most common ones|too easy to guess: it .+)\. Please choose another one\.$/,
    ),
  );
});

describe('the 100,000 most common are rejected, even without a visible pattern', () => {
  // Ranks of about 49,000, 74,000, 89,000 and 99,000.
  it.each([
    '10ytuhbnzn',
    '102030405060708090',
    'slava060998',
    'SkorzenY',
    'skip2mylou',
    '8363434480sx',
    '8465268a',
    'steporthood2nd',
    'stepbystep',
  ])('%s', async (password) =>
    expect(await rejection(password)).toBe('This password is one of the most common ones. Please choose another one.'),
  );

  it('the list rejects fewer than one in a thousand other passwords', () => {
    const others = Array.from({ length: 20_000 }, (_, n) => createHash('sha256').update(`${n}`).digest('base64url'));
    expect(others.filter((text) => isCommonPassword(text.slice(0, 12))).length).toBeLessThan(20);
  });
});

describe('an original password is accepted, whatever it consists of', () => {
  it.each([
    'correct horse battery',
    'tqvzkwmh',
    'TQVZKWMH',
    'a shelf cloud over Conway',
    'derecho7-barometer',
    'ünïcødé ist gut',
    '☔☔⛅⛈🌪🌈❄️🌞',
    'xK9$mQ2!vL',
    'football is what dad watches',
    '8275019364football',
    `${'long enough '.repeat(10)}end`,
  ])('%s', async (password) => expect(await rejection(password)).toBeUndefined());
});

it("rejects passwords derived from the owner's name and address", async () => {
  const owner = { name: 'Grace Hopper', email: 'g.hopper@cobol.example' };
  for (const password of ['gracehopper', 'Hopper1906!', 'cobol2026', 'hopper.grace', 'grace-password'])
    expect([password, await rejection(password, owner)]).toEqual([password, expect.stringContaining('too easy')]);
});

it.each([
  ['aa123456', 'This password is one of the most common ones. Please choose another one.'],
  ['1qaz@WSX', 'This password is one of the most common ones. Please choose another one.'],
  [
    'woopigsooie',
    'This password is too easy to guess: it consists of your name, your address or words from this site. Please choose another one.',
  ],
])('gives the reason: %s', async (password, sentence) => expect(await rejection(password)).toBe(sentence));
