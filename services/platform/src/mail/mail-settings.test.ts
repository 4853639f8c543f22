import { z } from 'zod';
import { parseConfig } from '../base/config.js';
import { mailerSettings, mailVariables, senderAddress } from './mail-settings.js';

const parse = (provided: NodeJS.ProcessEnv = {}, isNeeded?: () => boolean) =>
  parseConfig(z.object(mailVariables(isNeeded)), provided);
const site = { siteName: 'Arkansas Weather', list: 'alerts' };

it('writes mails to files in development, from an address of the site', () => {
  expect(mailerSettings(parse({ PUBLIC_URL: 'https://weather.example/', DATA_DIR: '/data' }), site)).toEqual({
    smtpUrl: undefined,
    folder: '/data/mail',
    from: { name: 'Arkansas Weather', address: 'no-reply@weather.example' },
    domain: 'weather.example',
    list: 'alerts',
  });
});

it.each([
  ['news@example.com', 'Arkansas Weather'],
  ['<news@example.com>', 'Arkansas Weather'],
  ['Storm Desk <news@example.com>', 'Storm Desk'],
])('reads the sender %s', (MAIL_FROM, name) => {
  expect(mailerSettings(parse({ MAIL_FROM }), site).from).toEqual({ name, address: 'news@example.com' });
  expect(senderAddress(MAIL_FROM)).toBe('news@example.com');
});

it.each([
  [{ MAIL_FROM: 'news' }, /MAIL_FROM: must be an address/],
  [{ MAIL_FROM: 'A <a@b.co>, B <c@d.co>' }, /MAIL_FROM: must be an address/],
  [{ MAIL_FROM: 'A\r\nBcc: x@example.com <a@b.co>' }, /MAIL_FROM: must be an address/],
  [{ SMTP_URL: 'http://mail' }, /SMTP_URL: must be an smtp:/],
  [{ PUBLIC_URL: 'weather.example' }, /PUBLIC_URL: must be an absolute address/],
])('refuses %j, naming it', (provided, message) => {
  expect(() => parse(provided)).toThrow(message);
});

describe('in production', () => {
  const before = process.env['NODE_ENV'];
  beforeEach(() => {
    process.env['NODE_ENV'] = 'production';
  });
  afterEach(() => {
    process.env['NODE_ENV'] = before;
  });

  it('requires a mail server and a sender from processes that send mail', () => {
    expect(() => parse()).toThrow(/SMTP_URL: is missing.*MAIL_FROM: is missing/);
    const PUBLIC_URL = 'https://weather.lab.test';
    expect(parse({ PUBLIC_URL }, () => false)).toMatchObject({ SMTP_URL: '', MAIL_FROM: '' });
  });
});
