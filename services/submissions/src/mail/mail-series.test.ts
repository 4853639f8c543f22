import { composeMail } from './compose.js';
import { postLetter } from '../newsletter/newsletter-letters.js';
import { mailSeries, type SeriesReader } from '@site/platform/mail/mail-series';
import { openMailer } from '@site/platform/mail/mailer';

const site = { name: 'Arkansas Weather', url: 'https://weather.example' };
const mailer = openMailer({
  smtpUrl: undefined,
  folder: '',
  from: { name: 'Arkansas Weather', address: 'news@weather.example' },
  domain: 'weather.example',
  list: 'newsletter',
});
afterAll(() => mailer.close());

const written =
  (title: string) =>
  ({ id, to, token }: SeriesReader) =>
    composeMail(
      postLetter({
        site,
        token,
        story: { title, excerpt: `${title} `.repeat(12), url: 'https://weather.example/blogdetail?id=1' },
      }),
      { id, to, site },
    );
const reader = (to: string, letter: string): SeriesReader => ({ id: `mail-${letter}`, to, token: letter.repeat(43) });
/** Without the MIME boundary, the only difference between mails of the same moment. */
const comparable = (bytes: Buffer) => {
  const text = bytes.toString('latin1');
  const boundary = /boundary="([^"]+)"/.exec(text)?.[1] ?? '';
  return text.replaceAll(boundary, 'boundary').replace(/^Date: .*$/m, 'Date: then');
};

it.each([
  ['plain words', 'Ice on the Ozarks'],
  ['signs that are escaped and encoded', 'Ice & “snow” = 1 < 2 · ☃'],
  ['a language whose text is encoded as a whole', 'Лёд на Озарках: прогноз погоды на завтра'],
  ['what looks like a replacement pattern', "$& $1 $' $` \\u0000"],
])('produces the same mails as composing each one, for %s', async (_name, title) => {
  const write = written(title);
  const mailTo = await mailSeries(write, (mail) => mailer.encode(mail), 43);
  for (const one of [
    reader('nora@example.com', 'A'),
    reader('a-rather-long.mailbox+of.somebody@mail.some.sub.domain.example.com', '-'),
    reader('"odd one"@example.com', '_'),
    reader('münz@example.com', 'z'),
  ]) {
    const created = await mailTo(one);
    expect(created).toMatchObject({ id: one.id, to: one.to });
    expect(comparable(created.bytes)).toBe(comparable(await mailer.encode(write(one))));
  }
});
