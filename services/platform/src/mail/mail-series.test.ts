import { mailSeries, type SeriesReader } from './mail-series.js';
import { openMailer, type Mail } from './mailer.js';

const mailer = openMailer({
  smtpUrl: undefined,
  folder: '',
  from: { name: 'Arkansas Weather', address: 'news@weather.example' },
  domain: 'weather.example',
  list: 'newsletter',
});
afterAll(() => mailer.close());

const tokenLength = 43;
const reader = (to: string): SeriesReader => ({ id: 'mail-B', to, token: 'B'.repeat(tokenLength) });
const written = ({ id, to, token }: SeriesReader): Mail => ({
  id,
  to,
  subject: 'Ice',
  html: `<a href="https://weather.example/end?token=${token}">End</a>`,
  text: `End: https://weather.example/end?token=${token}\n`,
});

it('writes and encodes one mail for all recipients with plain addresses', async () => {
  let count = 0;
  const write = (one: SeriesReader) => {
    count += 1;
    return written(one);
  };
  const mailTo = await mailSeries(write, (mail) => mailer.encode(mail), tokenLength);
  for (let n = 0; n < 20; n += 1) {
    const { to, bytes } = await mailTo(reader(`reader-${n}@example.com`));
    expect(to).toBe(`reader-${n}@example.com`);
    expect(bytes.toString('latin1')).toContain(`To: reader-${n}@example.com\r\n`);
  }
  expect(count).toBe(1);
  await mailTo({ ...reader('nora@example.com'), token: 'short' });
  expect(count).toBe(2);
});
