import { z } from 'zod';
import { parseConfig } from '../base/config.js';
import { mailTagOf, returnPathsOf, returnPathVariables, ReturnPaths } from './return-path.js';

const paths = new ReturnPaths({ address: 'Bounce@weather.example', secret: 's'.repeat(32) });
const recipientId = '0193f0e2-7a51-7b3c-9d3e-5f6a7b8c9d0e';
const token = paths.issue({ list: 'alerts', recipientId, mailId: 'dispatch-1' });

it('identifies list, recipient and mail, in any spelling, within 64 characters', () => {
  const opened = { list: 'alerts', recipientId, mailTag: mailTagOf('dispatch-1') };
  expect(paths.open(token)).toEqual(opened);
  expect(paths.open(token.toUpperCase())).toEqual(opened);
  expect(paths.addressOf(token)).toMatch(/^bounce\+[a-z2-7]{50}@weather\.example$/);
  expect(paths.addressOf(token).indexOf('@')).toBeLessThanOrEqual(64);
  expect(paths.tokensIn(`To: <BOUNCE+${token.toUpperCase()}@weather.example>\n`)).toEqual([token.toUpperCase()]);
  expect(paths.tokensIn(`bounce+${token}@other.example`)).toEqual([]);
});

it('refuses what it did not issue', () => {
  const forged = `${token[0] === 'a' ? 'b' : 'a'}${token.slice(1)}`;
  const other = new ReturnPaths({ address: 'bounce@weather.example', secret: 't'.repeat(32) });
  for (const text of [
    forged,
    other.issue({ list: 'alerts', recipientId, mailId: 'x' }),
    token.slice(1),
    '',
    '!'.repeat(50),
  ])
    expect(paths.open(text)).toBeUndefined();
  for (let at = 0; at < token.length - 1; at += 1) {
    const letter = token[at] === 'q' ? 'r' : 'q';
    expect(paths.open(token.slice(0, at) + letter + token.slice(at + 1))).toBeUndefined();
  }
});

it('accepts only addresses with room for a token', () => {
  const { MAIL_BOUNCE_ADDRESS: setting } = returnPathVariables;
  expect(setting.safeParse('bounces@mail.weather.example').success).toBe(true);
  for (const address of ['a-very-long-name@weather.example', 'bounce', 'bounce+x@weather.example', 'b@localhost'])
    expect(setting.safeParse(address).success).toBe(false);
});

it('needs a secret with an address', () => {
  const schema = z.object(returnPathVariables);
  expect(returnPathsOf(parseConfig(schema, {}))).toBeUndefined();
  process.env['MAIL_BOUNCE_ADDRESS'] = 'bounce@weather.example';
  const address = { MAIL_BOUNCE_ADDRESS: 'bounce@weather.example' };
  expect(() => parseConfig(schema, address)).toThrow('MAIL_REPORTS_SECRET: is missing: MAIL_BOUNCE_ADDRESS needs it');
  expect(() => parseConfig(schema, { ...address, MAIL_REPORTS_SECRET: 'short' })).toThrow('at least 24 characters');
  expect(returnPathsOf(parseConfig(schema, { ...address, MAIL_REPORTS_SECRET: 's'.repeat(24) }))).toBeDefined();
  delete process.env['MAIL_BOUNCE_ADDRESS'];
});
