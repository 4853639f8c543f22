import { randomUUID } from 'node:crypto';
import { status } from '@grpc/grpc-js';
import type { ImportSubscribersResponse } from '@site/proto/gen/nest/submissions/v1/newsletter';
import { maxImportRows } from '@site/proto/submissions/v1/newsletter.schema';
import { MailHarness } from '../testing/mails.js';
import { admin, editor, Submissions } from '../testing/submissions.js';

let submissions: Submissions;
let mails: MailHarness;
beforeAll(async () => {
  submissions = await Submissions.start();
  mails = await MailHarness.start(submissions);
});
afterAll(async () => {
  await mails.stop();
  await submissions.stop();
});
beforeEach(() => submissions.query('TRUNCATE newsletter_subscribers CASCADE'));

interface OptionGroup {
  source?: string;
  confirm?: boolean;
  caller?: typeof admin;
  confirmationsPerDay?: number;
}

const importFile = (
  csv: string,
  { source = 'County fair 2026', confirm = true, caller = admin, confirmationsPerDay }: OptionGroup = {},
) =>
  submissions.service.call<ImportSubscribersResponse>(
    'submissions.v1.NewsletterService',
    'importSubscribers',
    { csv, consentSource: source, confirm, confirmationsPerDay },
    caller,
  );
const subscribers = () =>
  submissions.query<{ email: string; state: string; consent_source: string }>(
    'SELECT email, state, consent_source FROM newsletter_subscribers ORDER BY email',
  );
const emails = async () => (await subscribers()).map(({ email }) => email);

it('adds addresses, which must confirm, with the source of their consent', async () => {
  const email = `${randomUUID()}@example.org`;
  const csv = `\ufeffName;E-Mail;Source\r\nNora;${email.toUpperCase()};Web form\r\n"Otto;";otto@example.org;\r\n`;
  expect(await importFile(csv)).toMatchObject({ added: 2, existing: 0, problemCount: 0 });
  expect(await subscribers()).toEqual(
    expect.arrayContaining([
      { email, state: 'pending', consent_source: 'Web form' },
      { email: 'otto@example.org', state: 'pending', consent_source: 'County fair 2026' },
    ]),
  );
  mails.work();
  const mail = await mails.first(email);
  const today = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'America/Chicago' }).format();
  const text = mail.text.replace(/\s+/g, ' ');
  expect(text).toContain(`Arkansas Weather added your address to its newsletter on ${today}.`);
  expect(mail.text).toContain('/newsletter/confirm?token=');
  const [entry] = await submissions.query<{ subject_label: string; detail: string }>(
    `SELECT subject_label, detail FROM audit WHERE action = 'subscribers.import' ORDER BY id DESC LIMIT 1`,
  );
  expect(entry).toEqual({ subject_label: '', detail: '2 of 2' });
});

it('never shows the source of the consent in the mail', async () => {
  const email = `${randomUUID()}@example.org`;
  await importFile(email, { source: 'Win a prize at https://phish.example/ or call pat@example.org' });
  mails.work();
  const mail = await mails.first(email);
  expect(JSON.stringify(mail)).not.toMatch(/phish|prize|pat@example/);
});

it('imports only as many addresses that must confirm as the day’s budget allows, and says how many are left', async () => {
  await submissions.query('DELETE FROM confirmation_days');
  const file = (first: number, count: number) =>
    Array.from({ length: count }, (_, index) => `reader-${first + index}@example.org`).join('\n');
  const confirmationsPerDay = 1_003;
  expect(await importFile(file(0, 3), { confirmationsPerDay })).toMatchObject({ added: 3, confirmationsLeft: 1_000 });
  // Known addresses get no mail.
  expect(await importFile(file(0, 3), { confirmationsPerDay })).toMatchObject({ added: 0, confirmationsLeft: 1_000 });
  await expect(importFile(file(100, 1_001), { confirmationsPerDay })).rejects.toMatchObject({
    code: status.INVALID_ARGUMENT,
    details: expect.stringContaining(
      'Only 1,000 of today’s 1,003 confirmation emails for imported addresses are left, and this file needs 1,001.',
    ) as string,
  });
  expect(await emails()).toHaveLength(3);
  expect(await importFile(file(100, 1_000), { confirmationsPerDay })).toMatchObject({ confirmationsLeft: 0 });
  await expect(importFile('late@example.org', { confirmationsPerDay })).rejects.toMatchObject({
    details: expect.stringContaining('are used up. Import the file tomorrow.') as string,
  });
  expect(await importFile('late@example.org', { confirmationsPerDay, confirm: false })).toMatchObject({ added: 1 });
  await submissions.query('UPDATE confirmation_days SET day = day - 1');
  expect(await importFile('later@example.org', { confirmationsPerDay })).toMatchObject({ confirmationsLeft: 1_002 });
});

it('keeps the day’s budget when files are imported at the same time', async () => {
  await submissions.query('DELETE FROM confirmation_days');
  const files = ['a', 'b', 'c', 'd'].map((name) => importFile(`${name}@example.org`, { confirmationsPerDay: 2 }));
  const results = await Promise.allSettled(files);
  expect(results.filter(({ status: result }) => result === 'fulfilled')).toHaveLength(2);
  expect(await emails()).toHaveLength(2);
});

it('sends nothing where the operator vouches for the consent', async () => {
  await submissions.query(`DELETE FROM outbox`);
  expect(await importFile('a@example.org\nb@example.org', { confirm: false })).toMatchObject({ added: 2 });
  expect((await subscribers()).map(({ state }) => state)).toEqual(['confirmed', 'confirmed']);
  expect(await submissions.query(`SELECT FROM outbox`)).toEqual([]);
});

it('says what is wrong with each row and imports the others', async () => {
  const rows = [
    'email,consent_source',
    'good@example.org,',
    'no address,',
    '',
    '"open@example.org,',
    'g\u200bood@example.org,',
    '\u200b<Hidden@Example.org>,',
    `long@example.org,${'x'.repeat(201)}`,
    `${'x'.repeat(20_000)}`,
    'last@example.org,Poster',
  ];
  const { problems, problemCount, added } = await importFile(rows.join('\n'));
  expect([added, problemCount]).toEqual([3, 5]);
  expect(problems.map(({ line }) => line)).toEqual([3, 5, 6, 8, 9]);
  expect(problems[0]?.message).toContain('Please enter a valid email address.');
  expect(problems[1]?.message).toContain('quotation marks');
  expect(problems[2]?.message).toBe('The same address as in row 2.');
  expect(await emails()).toEqual(['good@example.org', 'hidden@example.org', 'last@example.org']);
});

it('leaves known addresses alone, and never revives one that left', async () => {
  await importFile('a@example.org\nb@example.org\nc@example.org\nd@example.org');
  await submissions.query(`UPDATE newsletter_subscribers SET consent_source = '',
    state = CASE email WHEN 'a@example.org' THEN 'unsubscribed' WHEN 'b@example.org' THEN 'complained'
      WHEN 'c@example.org' THEN 'bounced' ELSE 'pending' END`);
  const csv = 'A@example.org\nb@example.org\nc@example.org\nd@example.org\ne@example.org';
  const { added, existing: known, problems } = await importFile(csv, { confirm: false });
  expect([added, known, problems.map(({ line }) => line)]).toEqual([1, 1, [1, 2, 3]]);
  expect((await subscribers()).map(({ state }) => state)).toEqual([
    'unsubscribed',
    'complained',
    'bounced',
    'pending',
    'confirmed',
  ]);
  expect(await importFile(csv)).toMatchObject({ added: 0, existing: 2 });
});

const readers = async () =>
  (await subscribers()).filter(({ state }) => state === 'confirmed' || state === 'pending').map(({ email }) => email);

it.each([
  // Column, values of addresses that left, values of readers.
  [
    'Status',
    ['Unsubscribed', 'Cleaned', 'Non-Subscribed', 'bounced', 'complained', 'Inactive'],
    ['Subscribed', 'Active', ''],
  ],
  [
    'state',
    ['unsubscribed', 'cancelled', 'bounced', 'complained'],
    ['confirmed', 'active', 'AR', 'Baja California', ''],
  ],
  ['Email Marketing Status', ['Unsubscribed', 'NEVER_SUBSCRIBED', 'Suppressed'], ['SUBSCRIBED', 'Opted in']],
  ['email_permission_status', ['Opt-out', 'Revoked'], ['Express', 'Implied']],
  ['Subscribed', ['no', 'FALSE', '0', 'Unsubscribed'], ['yes', 'TRUE', '1']],
  ['subscribed_to_emails', ['false'], ['true']],
  ['Accepts Email Marketing', ['no'], ['yes']],
  ['Opt In', ['N'], ['Y']],
  ['Is Subscribed', ['', ' '], ['x', 'X']],
  ['Email Subscription', ['Unsubscribed', 'no'], ['Subscribed', 'weekly', '']],
  ['opt_out', ['yes', '1', '2025-01-01'], ['', 'no', '0', 'false']],
  ['emailOptOut', ['true'], ['false']],
  ['Opted out of email: Marketing', ['true'], ['false', '']],
  ['Unsubscribed At', ['2025-03-01 10:00:00'], ['', 'NULL', '0000-00-00 00:00:00']],
  ['UNSUB_TIME', ['2025-03-01 10:00:00'], ['']],
  ['Unsubscribed from all email', ['true'], ['false']],
  ['Email Hard Bounce Reason', ['MAILBOX_FULL'], []],
  ['Bounced', ['yes', '2024-05-05'], ['no', '']],
  ['Spam complaint', ['1'], ['0', '']],
  ['CLEAN_TIME', ['2025-03-01'], ['']],
  ['EMAIL_BLOCKLISTED', ['1'], ['0']],
  ['email_disabled', ['true'], ['false']],
  ['Estado', ['Baja', 'Cancelado', 'Desuscrito'], ['Activo', 'Suscrito']],
])('never makes readers of addresses that left, by the column %s', async (column, left, stayed) => {
  const rows = [...left, ...stayed].map((value, index) => `person${index}@example.org,"${value}",Main St`);
  const csv = ['Email,"Name of column",Address', ...rows].join('\n').replace('Name of column', column);
  const { added, problemCount, unsubscribed, bounced, complained } = await importFile(csv, { confirm: false });
  expect(await readers()).toEqual(stayed.map((_value, index) => `person${left.length + index}@example.org`));
  expect([added, problemCount, unsubscribed + bounced + complained]).toEqual([stayed.length, 0, left.length]);
});

it('counts why addresses were left out, and stores it against later files', async () => {
  const csv = [
    'Email,Status,Complained',
    'a@example.org,Subscribed,',
    'b@example.org,Unsubscribed,',
    'c@example.org,Bounced,',
    'd@example.org,Subscribed,2025-01-01',
    'e@example.org,Reader of the month,',
  ].join('\n');
  const response = await importFile(csv, { confirm: false });
  expect(response).toMatchObject({
    added: 1,
    existing: 0,
    unsubscribed: 1,
    bounced: 1,
    complained: 1,
    problemCount: 1,
  });
  expect(response.problems).toEqual([{ line: 6, message: expect.stringContaining('status') as string }]);
  expect((await subscribers()).map(({ state }) => state)).toEqual([
    'confirmed',
    'unsubscribed',
    'bounced',
    'complained',
  ]);
  const later = await importFile('b@example.org\nc@example.org\nd@example.org', { confirm: false });
  expect([later.added, later.problemCount]).toEqual([0, 3]);
});

it.each([
  ['unsubscribed', 'subscribed'],
  ['subscribed', 'unsubscribed'],
])('leaves out an address that is both %s and %s', async (...states) => {
  const csv = ['email,status', ...states.map((state) => `a@example.org,${state}`)].join('\n');
  await importFile(csv, { confirm: false });
  expect(await readers()).toEqual([]);
});

it('leaves readers of this site alone, whatever a file says of them', async () => {
  await importFile('a@example.org', { confirm: false });
  await importFile('email,status\na@example.org,unsubscribed', { confirm: false });
  expect(await readers()).toEqual(['a@example.org']);
});

it.each([
  ['a street beside it', 'Address,Email\n1 Main St,a@example.org\n'],
  ['a street after it', 'E-mail,Address\na@example.org,1 Main St\n'],
  ['the name of a delimiter', 'sep=;\nemail;name\na@example.org;"Ng, A"\n'],
  ['the name of a delimiter, marked', '\ufeff"sep=,"\r\nemail,name\r\na@example.org,"A;B;C"\r\n'],
  ['the name of a tab', 'SEP=\t\nemail\tname\na@example.org\tA\n'],
  ['tabs', 'Email Address\tName\na@example.org\tNg, A; B\n'],
  ['a delimiter inside quotes', 'email;"a,b,c,d"\na@example.org;x\n'],
  ['only an address', 'Address\na@example.org\n'],
])('finds the addresses in a file with %s', async (_what, csv) => {
  expect(await importFile(csv, { confirm: false })).toMatchObject({ added: 1, problemCount: 0 });
  expect(await readers()).toEqual(['a@example.org']);
});

it('says the row of a problem in a file that names its delimiter', async () => {
  const { problems } = await importFile('sep=;\nemail;name\na@example.org;A\nnone;B\n');
  expect(problems.map(({ line }) => line)).toEqual([4]);
});

it.each(['e\0m\0a\0i\0l\0\n\0a\0@\0b\0', '\ufffd\ufffde\0m\0a\0i\0l\0', '\0e\0m\0a'])(
  'names UTF-16 when it refuses %j',
  async (csv) => {
    await expect(importFile(csv)).rejects.toMatchObject({
      code: status.INVALID_ARGUMENT,
      details: expect.stringContaining('UTF-16') as string,
    });
  },
);

/** As the gateway writes it. */
const ownExport = async () => {
  const rows = await submissions.query<Record<string, string>>(
    `SELECT email, state, frequency, to_char(signed_up_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS signed_up_at,
       coalesce(to_char(confirmed_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), '') AS confirmed_at, consent_source
     FROM newsletter_subscribers ORDER BY email`,
  );
  const header = 'email,state,frequency,signed_up_at,confirmed_at,consent_source';
  const cell = (text: string) => (/^[=+\-@]/.test(text) ? `"'${text}"` : text);
  return [header, ...rows.map((row) => Object.values(row).map(cell).join(','))].join('\r\n');
};

it('changes nothing when our own export is imported, and restores it on an empty site', async () => {
  const provided = ['+a@example.org', 'b@example.org', 'c@example.org', 'd@example.org', 'e@example.org'];
  await importFile(provided.join('\n'), { confirm: false });
  await submissions.query(`UPDATE newsletter_subscribers SET frequency = 'weekly', signed_up_at = '2026-03-04T05:06:07Z',
    confirmed_at = CASE WHEN email < 'e' THEN timestamptz '2026-03-04T06:06:07Z' END,
    state = CASE email WHEN 'b@example.org' THEN 'unsubscribed' WHEN 'c@example.org' THEN 'bounced'
      WHEN 'd@example.org' THEN 'complained' WHEN 'e@example.org' THEN 'pending' ELSE 'confirmed' END`);
  const csv = await ownExport();
  await submissions.query('DELETE FROM outbox');
  expect(await importFile(csv)).toMatchObject({
    added: 0,
    existing: 2,
    problemCount: 0,
    unsubscribed: 1,
    bounced: 1,
    complained: 1,
  });
  expect(await ownExport()).toBe(csv);
  expect(await submissions.query('SELECT FROM outbox')).toEqual([]);
  await submissions.query('TRUNCATE newsletter_subscribers CASCADE');
  await importFile(csv, { confirm: false });
  const state = await submissions.query<{ email: string; state: string; frequency: string }>(
    'SELECT email, state, frequency FROM newsletter_subscribers ORDER BY email',
  );
  expect(state.map((row) => Object.values(row).join(' '))).toEqual([
    '+a@example.org confirmed weekly',
    'b@example.org unsubscribed weekly',
    'c@example.org bounced weekly',
    'd@example.org complained weekly',
    'e@example.org pending weekly',
  ]);
  const [restored] = (await ownExport()).split('\r\n').slice(1);
  expect(restored).toBe(csv.split('\r\n')[1]);
});

it('rejects files without addresses, with too many, or without a source', async () => {
  const tooMany = Array.from({ length: maxImportRows + 1 }, (_, index) => `${index}@example.org`).join('\n');
  for (const [csv, source] of [
    ['name\nNora', 'Fair'],
    ['', 'Fair'],
    [tooMany, 'Fair'],
    ['a@example.org', '\u200b'],
  ] as const)
    await expect(importFile(csv, { source })).rejects.toMatchObject({ code: status.INVALID_ARGUMENT });
  expect(await subscribers()).toEqual([]);
  await expect(importFile('a@example.org', { caller: editor })).rejects.toMatchObject({
    code: status.PERMISSION_DENIED,
  });
});
