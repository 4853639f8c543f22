import { isCommonPassword } from './password-strength.js';

describe('a password that many people use is refused', () => {
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
  ])('%s', (password) => expect(isCommonPassword(password)).toBe(true));
});

describe('a password of one’s own is taken, whatever it consists of', () => {
  it.each([
    'correct horse battery',
    'tqvzkwmh',
    'TQVZKWMH',
    '83920174',
    'a shelf cloud over Conway',
    'derecho7-barometer',
    'ünïcødé ist gut',
    '☔☔⛅⛈🌪🌈❄️🌞',
    'xK9$mQ2!vL',
    'football is what dad watches',
    '8275019364football',
    `${'long enough '.repeat(10)}end`,
  ])('%s', (password) => expect(isCommonPassword(password)).toBe(false));
});

it('refuses what the name and the address of its owner give away', () => {
  const owner = ['Grace Hopper', 'g.hopper', 'cobol.example'];
  for (const password of ['gracehopper', 'Hopper1906!', 'cobol2026', 'hopper.grace', 'grace-password'])
    expect([password, isCommonPassword(password, owner)]).toEqual([password, true]);
  expect(isCommonPassword('hopper1906!')).toBe(false);
});
