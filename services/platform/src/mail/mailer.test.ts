import { mkdtemp, readdir, readFile, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startMailSink } from '../../local/mail-sink.mjs';
import { until } from '../../testing/until.js';
import { openMailer, type Mail, type MailerSettings } from './mailer.js';

const settings: MailerSettings = {
  smtpUrl: undefined,
  folder: '',
  from: { name: 'Arkansas Weather', address: 'news@weather.example' },
  domain: 'weather.example',
  list: 'alerts',
};
const mail: Mail = {
  id: 'mail-1',
  to: 'nora@example.com',
  subject: 'Ice',
  html: '<p>Ice on the Ozarks</p>',
  text: 'Ice on the Ozarks\n',
};
const headersOf = (raw: string) => raw.slice(0, raw.indexOf('\r\n\r\n')).replace(/\r\n[ \t]+/g, ' ');

it('writes mails to files readable by one user if there is no mail server, each mail once', async () => {
  const folder = join(await mkdtemp(join(tmpdir(), 'mails-')), 'mail');
  const mailer = openMailer({ ...settings, folder });
  await mailer.send(mail);
  await mailer.send(mail);
  expect(await readdir(folder)).toEqual(['mail-1.eml']);
  const file = join(folder, 'mail-1.eml');
  expect(((await stat(file)).mode & 0o777).toString(8)).toBe('600');
  const raw = await readFile(file, 'utf8');
  expect(headersOf(raw)).toContain('Message-ID: <mail-1@weather.example>');
  expect(raw).toContain('Ice on the Ozarks');
  mailer.close();
});

it('adds list and unsubscribe headers only to mails that can be unsubscribed from', async () => {
  const mailer = openMailer(settings);
  const oneClickUrl = 'https://weather.example/end?token=t';
  const ofList = headersOf((await mailer.encode({ ...mail, oneClickUrl })).toString('utf8'));
  expect(ofList).toContain('List-ID: <alerts.weather.example>');
  expect(ofList).toContain(`List-Unsubscribe: <${oneClickUrl}>`);
  expect(ofList).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
  const single = headersOf((await mailer.encode(mail)).toString('utf8'));
  expect(single).not.toContain('List-');
  expect(single).toContain('Auto-Submitted: auto-generated');
  mailer.close();
});

it.each([
  '\r\nBcc: eve@evil.example',
  '\nBcc: eve@evil.example',
  '=?utf-8?q?x?=\r\n\tBcc: eve@evil.example',
  '"Nora" <eve@evil.example>, ',
  '\u2028Bcc: eve@evil.example',
  '\u0085Bcc: eve@evil.example',
])('adds no header and no recipient for the subject %j', async (subject) => {
  const mailer = openMailer(settings);
  const lines = headersOf((await mailer.encode({ ...mail, subject })).toString('utf8')).split('\r\n');
  const fields = (name: string) => lines.filter((line) => line.toLowerCase().startsWith(`${name}:`));
  expect(fields('to')).toEqual(['To: nora@example.com']);
  expect(['from', 'subject', 'cc', 'bcc'].map((name) => fields(name).length)).toEqual([1, 1, 0, 0]);
  expect(lines.filter((line) => line.includes('evil.example') && !line.startsWith('Subject:'))).toEqual([]);
  mailer.close();
});

it('sends a held mail on release, and never after it is abandoned', async () => {
  const sink = await startMailSink();
  const mailer = openMailer({ ...settings, smtpUrl: sink.url });
  const hold = async (id: string, to: string) =>
    mailer.startSending({ id, to, bytes: await mailer.encode({ ...mail, id, to }) });
  (await hold('mail-1', 'taken-back@example.com')).abandon();
  await (await hold('mail-2', 'nora@example.com')).release();
  await until('the mail', () => sink.mails.length > 0);
  expect(sink.mails.map(({ to }) => to)).toEqual([['nora@example.com']]);
  mailer.close();
  await sink.close();
});
