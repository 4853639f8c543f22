import { resetCodeLetter } from '../accounts/account-letters.js';
import { composeMail } from './compose.js';
import type { Letter } from './letter.js';
import { wrap } from './wrap-text.js';
import { postLetter } from '../newsletter/newsletter-letters.js';

const site = { name: 'Arkansas Weather', url: 'https://weather.example' };
const evil = '<img src=x onerror=alert(1)>"\'&';
const compose = (letter: Letter) => composeMail(letter, { id: 'mail-1', to: 'nora@example.com', site });

it('escapes user input in texts and addresses', () => {
  const story = {
    title: evil,
    excerpt: evil,
    url: `https://weather.example/?"${evil}`,
    imageUrl: `https://x/"${evil}`,
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
])('turns the subject %j into one line', (title, subject) => {
  const story = { title, excerpt: 'x', url: 'https://weather.example/' };
  expect(compose(postLetter({ site, token: 't', story })).subject).toBe(subject);
});

it('includes no token in mails other than newsletters', () => {
  const mail = compose(resetCodeLetter({ site, name: 'Ada', code: '012345', validMinutes: 10 }));
  expect(mail.oneClickUrl).toBeUndefined();
  expect(mail.html).not.toContain('nsubscribe');
  expect(mail.text).not.toContain('nsubscribe');
});

it('wraps plain text at 72 columns, without breaking words and addresses', () => {
  const address = `https://weather.example/${'a'.repeat(90)}`;
  const lines = wrap(`${'word '.repeat(40)}${address} end\n\nnext`, '> ').split('\n');
  expect(lines.filter((line) => line.length > 72)).toEqual([`> ${address}`]);
  expect(lines.slice(-2)).toEqual(['>', '> next']);
  expect(lines.join(' ').match(/word/g)).toHaveLength(40);
});

it('offers one-click unsubscribe in the body and header of newsletters', () => {
  const mail = compose(postLetter({ site, token: 'token', story: { title: 'Ice', excerpt: 'x', url: site.url } }));
  expect(mail.oneClickUrl).toBe('https://weather.example/main/news/letter/unsubscribe?token=token');
  expect(mail.text).toContain('Unsubscribe: https://weather.example/newsletter/unsubscribe?token=token');
});
