import { mkdtemp, readdir, readFile, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { resetCodeLetter } from '../accounts/account-letters.js';
import { readMail } from '../testing/mails.js';
import { composeMail, wrap } from './compose.js';
import type { Letter } from './letter.js';
import { postLetter } from '../newsletter/newsletter-letters.js';
import { openMailer } from './mailer.js';

const site = { name: 'Arkansas Weather', url: 'https://weather.example' };
const evil = '<img src=x onerror=alert(1)>"\'&';
const compose = (letter: Letter) => composeMail(letter, { id: 'mail-1', to: 'nora@example.com', site });

it('escapes whatever somebody wrote, in texts and in addresses', () => {
  const story = {
    title: evil,
    excerpt: evil,
    url: `https://weather.example/?"${evil}`,
    pictureUrl: `https://x/"${evil}`,
  };
  const { html, text } = compose(postLetter({ site, token: 'token', story }));
  expect(html).not.toMatch(/<img src=x/);
  expect(html.match(/&lt;img src=x onerror=alert\(1\)&gt;&quot;&#39;&amp;/g)?.length).toBeGreaterThanOrEqual(3);
  expect(text).toContain(evil);
});

it.each([
  ['Ice\r\nBcc: eve@example.com', 'Ice Bcc: eve@example.com'],
  ['Ice\u2028Bcc: eve@example.com', 'Ice Bcc: eve@example.com'],
  ['\u202egnp.eci', 'gnp.eci'],
  ['\0Ice \t on  the Ozarks', 'Ice on the Ozarks'],
])('makes one line of the subject %j', (title, subject) => {
  const story = { title, excerpt: 'x', url: 'https://weather.example/' };
  expect(compose(postLetter({ site, token: 't', story })).subject).toBe(subject);
});

it('names no key in a mail that is not of the newsletter', () => {
  const mail = compose(resetCodeLetter({ site, name: 'Ada', code: '012345', validMinutes: 10 }));
  expect(mail.oneClickUrl).toBeUndefined();
  expect(mail.html).not.toContain('nsubscribe');
  expect(mail.text).not.toContain('nsubscribe');
});

it('breaks plain text at 72 columns, words and addresses whole', () => {
  const address = `https://weather.example/${'a'.repeat(90)}`;
  const lines = wrap(`${'word '.repeat(40)}${address} end\n\nnext`, '> ').split('\n');
  expect(lines.filter((line) => line.length > 72)).toEqual([`> ${address}`]);
  expect(lines.slice(-2)).toEqual(['>', '> next']);
  expect(lines.join(' ').match(/word/g)).toHaveLength(40);
});

it('writes mails to files where there is no mail server, for the eyes of one user, the same mail once', async () => {
  const folder = join(await mkdtemp(join(tmpdir(), 'mails-')), 'mail');
  const mailer = openMailer({
    smtpUrl: undefined,
    folder,
    from: { name: 'Arkansas Weather', address: 'news@weather.example' },
    domain: 'weather.example',
  });
  const mail = compose(postLetter({ site, token: 'token', story: { title: 'Ice', excerpt: 'x', url: site.url } }));
  await mailer.send(mail);
  await mailer.send(mail);
  expect(await readdir(folder)).toEqual(['mail-1.eml']);
  const file = join(folder, 'mail-1.eml');
  expect(((await stat(file)).mode & 0o777).toString(8)).toBe('600');
  const { headers, text } = readMail({ from: '', to: ['nora@example.com'], raw: await readFile(file, 'utf8') });
  expect(headers).toMatchObject({
    to: 'nora@example.com',
    subject: 'Ice',
    'message-id': '<mail-1@weather.example>',
    'list-unsubscribe': '<https://weather.example/main/news/letter/unsubscribe?token=token>',
    'list-unsubscribe-post': 'List-Unsubscribe=One-Click',
  });
  expect(text).toContain('Unsubscribe: https://weather.example/newsletter/unsubscribe?token=token');
  mailer.close();
});
