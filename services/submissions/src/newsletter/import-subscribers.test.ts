import { randomUUID } from 'node:crypto';
import { status } from '@grpc/grpc-js';
import type { ImportSubscribersResponse } from '@site/proto/gen/nest/submissions/v1/newsletter';
import { mostImportedRows } from '@site/proto/submissions/v1/newsletter.schema';
import { Mails } from '../testing/mails.js';
import { admin, editor, Submissions } from '../testing/submissions.js';

let submissions: Submissions;
let mails: Mails;
beforeAll(async () => {
  submissions = await Submissions.start();
  mails = await Mails.start(submissions);
});
afterAll(async () => {
  await mails.stop();
  await submissions.stop();
});
beforeEach(() => submissions.query('TRUNCATE newsletter_subscribers CASCADE'));

const importFile = (csv: string, { source = 'County fair 2026', confirm = true, caller = admin } = {}) =>
  submissions.service.call<ImportSubscribersResponse>(
    'submissions.v1.NewsletterService',
    'importSubscribers',
    { csv, consentSource: source, confirm },
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
  expect(await importFile(csv)).toMatchObject({ added: 2, known: 0, problemCount: 0 });
  expect(await subscribers()).toEqual(
    expect.arrayContaining([
      { email, state: 'pending', consent_source: 'Web form' },
      { email: 'otto@example.org', state: 'pending', consent_source: 'County fair 2026' },
    ]),
  );
  mails.work();
  const mail = await mails.first(email);
  expect(mail.text.replace(/\s+/g, ' ')).toContain('You agreed to get the newsletter of Arkansas Weather (Web form).');
  expect(mail.text).toContain('/newsletter/confirm?token=');
  const [entry] = await submissions.query<{ subject_label: string; detail: string }>(
    `SELECT subject_label, detail FROM audit WHERE action = 'subscribers.import' ORDER BY id DESC LIMIT 1`,
  );
  expect(entry).toEqual({ subject_label: 'County fair 2026', detail: '2 of 2' });
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
  const { added, known, problems } = await importFile(csv, { confirm: false });
  expect([added, known, problems.map(({ line }) => line)]).toEqual([1, 1, [1, 2, 3]]);
  expect((await subscribers()).map(({ state }) => state)).toEqual([
    ...['unsubscribed', 'complained', 'bounced', 'pending', 'confirmed'],
  ]);
  expect(await importFile(csv)).toMatchObject({ added: 0, known: 2 });
});

it('rejects files without addresses, with too many, or without a source', async () => {
  const tooMany = Array.from({ length: mostImportedRows + 1 }, (_, index) => `${index}@example.org`).join('\n');
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
