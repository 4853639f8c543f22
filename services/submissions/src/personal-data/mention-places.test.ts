import { status } from '@grpc/grpc-js';
import { newId } from '@site/platform/base/ids';
import { checkAudit } from '@site/platform/data/audit-chain';
import type { FindMentionsResponse, RedactMentionResponse } from '@site/proto/gen/nest/mentions/v1/mentions';
import type { Caller } from '@site/proto/grpc';
import { admin, moderator, Submissions } from '../testing/submissions.js';
import { mentionPlaces } from './mention-places.js';

let submissions: Submissions;
beforeAll(async () => {
  submissions = await Submissions.start();
});
afterAll(() => submissions.stop());

const call = <Response>(method: string, request: object, caller: Caller = admin) =>
  submissions.service.call<Response>('mentions.v1.MentionsService', method, request, caller);
const find = async (user: object) => (await call<FindMentionsResponse>('findMentions', user)).mentions;
const redact = async (user: object, { place, id }: { place: string; id: string }) =>
  (await call<RedactMentionResponse>('redactMention', { ...user, place, id })).redacted;

const email = 'maria@example.com';
const saveText = async (text: string) => {
  const id = newId();
  await submissions.query(`INSERT INTO saved_texts (id, kind, title, text) VALUES ($1, 'reply', $2, $3)`, [
    id,
    `Text ${id}`,
    text,
  ]);
  return id;
};
const writeMessage = async (sender: string, feedback: string) => {
  const id = newId();
  await submissions.query(
    `INSERT INTO contact_messages (id, name, phone, email, feedback, note) VALUES ($1, 'Nora', '5015550100', $2, $3, $3)`,
    [id, sender, feedback],
  );
  return id;
};

it('covers every column with text, except those that only programs write', async () => {
  const written: Record<string, string> = {
    campaigns: 'frequency hold_reason state',
    campaign_deliveries: 'reason state',
    campaign_links: 'url',
    contact_messages: 'email phone',
    mail_sends: 'kind message_id state',
    newsletter_subscribers: 'email frequency state',
    newsletter_tokens: 'hash purpose',
    saved_texts: 'kind',
    snapshots: 'duplicate_of email status terms_version',
    sponsor_display: 'view',
    sponsors: 'email phone_number status',
  };
  const notByPeople =
    /^(audit|audit_head|changes|idempotency.*|mail_(acceptances|rejections|reports)|migrations|outbox|images|queue.*|retention.*)$/;
  const columns = await submissions.query<{ table: string; column: string }[][number]>(
    `SELECT table_name AS "table", column_name AS "column" FROM information_schema.columns
     JOIN information_schema.tables USING (table_schema, table_name)
     WHERE table_schema = current_schema() AND table_type = 'BASE TABLE' AND data_type IN ('text', 'jsonb', 'ARRAY')
     ORDER BY 1, 2`,
  );
  const covered = new Map(mentionPlaces.map(({ table, columns: content }) => [table, Object.keys(content)]));
  const missing = columns
    .filter(({ table }) => !notByPeople.test(table))
    .filter(
      ({ table, column }) => !covered.get(table)?.includes(column) && !written[table]?.split(' ').includes(column),
    )
    .map(({ table, column }) => `${table}.${column}`);
  expect(missing).toEqual([]);
});

it('finds and redacts each text separately, in any case, and only the whole address', async () => {
  const saved = await saveText('Ask Maria@Example.COM, or mailto:maria%40example.com?subject=x.\nmaria@example.com.');
  const other = await saveText('anna-maria@example.com, maria@example.com.au, maria@example.community');
  const message = await writeMessage('nora@example.org', `I am not ${email}!`);
  const own = await writeMessage(email, `Write to ${email}`);
  const subscriber = newId();
  await submissions.query(
    `INSERT INTO newsletter_subscribers (id, email, consent_source) VALUES ($1, 'otto@example.org', $2)`,
    [subscriber, `Told by ${email}`],
  );
  const campaign = newId();
  await submissions.query(
    `INSERT INTO campaigns (id, frequency, post_id, title, stories, texts, state, finished_at)
     VALUES ($1, 'all', $1, 'Ice', '[]', $2, 'sent', now())`,
    [campaign, { intro: `Line one\n${email} took the picture` }],
  );
  const mentions = await find({ email: ' MARIA@example.com' });
  expect(mentions.map(({ place, id }) => `${place} ${id}`).sort()).toEqual(
    [
      `saved_texts ${saved}`,
      `contact_messages ${message}`,
      `newsletter_subscribers ${subscriber}`,
      `campaigns ${campaign}`,
    ].sort(),
  );
  expect(mentions.find(({ id }) => id === subscriber)).toMatchObject({
    label: 'Consent of another subscriber',
    excerpt: `Told by ${email}`,
    fixed: '',
  });
  expect(mentions.some(({ id }) => id === other || id === own)).toBe(false);
  for (const mention of mentions) expect(await redact({ email }, mention)).toBe(true);
  for (const mention of mentions) expect(await redact({ email }, mention)).toBe(false);
  expect(await find({ email })).toEqual([]);
  expect(await submissions.query('SELECT text FROM saved_texts WHERE id = $1', [saved])).toEqual([
    { text: 'Ask [removed], or mailto:[removed]?subject=x.\n[removed].' },
  ]);
  expect(
    await submissions.query('SELECT feedback, note, version FROM contact_messages WHERE id = $1', [message]),
  ).toEqual([{ feedback: 'I am not [removed]!', note: 'I am not [removed]!', version: 2 }]);
  expect(await submissions.query('SELECT texts FROM campaigns WHERE id = $1', [campaign])).toEqual([
    { texts: { intro: 'Line one\n[removed] took the picture' } },
  ]);
  const entries = await submissions.query<{ detail: string; subject_label: string }>(
    `SELECT detail, subject_label FROM audit WHERE action = 'person.redact' ORDER BY number`,
  );
  expect(entries).toHaveLength(4);
  expect(JSON.stringify(entries)).not.toContain('maria');
});

it('finds a phone number in any spelling', async () => {
  const phone = '+15015550111';
  const spellings = ['(501) 555-0111', '501.555.0111', '+1 501 555 0111', '5015550111'];
  for (const spelling of spellings) await saveText(`Call ${spelling} today`);
  await saveText('Order 95015550111, or 50155501112');
  const mentions = await find({ phone });
  expect(mentions.map(({ excerpt }) => excerpt)).toEqual(spellings.map((spelling) => `Call ${spelling} today`));
  for (const mention of mentions) await redact({ phone }, mention);
  const [row] = await submissions.query<{ text: string }>('SELECT text FROM saved_texts WHERE id = $1', [
    mentions[0]?.id,
  ]);
  expect(row?.text).toBe('Call [removed] today');
});

it('clears labels of earlier audit entries, lists what the hashes fix, and the chain stays valid', async () => {
  const label = newId();
  const detail = newId();
  await submissions.query(
    `INSERT INTO audit (id, principal_id, principal_name, action, subject_id, subject_label, client_address, request_id, detail)
     SELECT id, $1, 'Ada', 'post.edit', '', label, '', '', detail
     FROM (VALUES ($2::uuid, 'Note of ' || $4::text, ''), ($3::uuid, '', 'for ' || $4::text)) AS entries (id, label, detail)`,
    [admin.id, label, detail, email],
  );
  const mentions = await find({ email });
  expect(mentions).toEqual([
    { place: 'audit', id: label, label: 'Audit log: label', excerpt: `Note of ${email}`, fixed: '' },
    {
      place: 'audit_details',
      id: detail,
      label: 'Audit log: details',
      excerpt: `for ${email}`,
      fixed: expect.stringContaining('can’t be changed') as string,
    },
  ]);
  expect(await redact({ email }, mentions[0]!)).toBe(true);
  await expect(redact({ email }, mentions[1]!)).rejects.toMatchObject({ code: status.FAILED_PRECONDITION });
  expect(await submissions.query('SELECT subject_label FROM audit WHERE id = $1', [label])).toEqual([
    { subject_label: '' },
  ]);
  const check = await checkAudit((statement, values) => submissions.database.dataSource.query(statement, values));
  expect(check.fault).toBeUndefined();
});

it('keeps labels without an address, whoever calls the database', async () => {
  const id = newId();
  await submissions.query(
    `INSERT INTO audit (id, principal_id, principal_name, action, subject_id, subject_label, client_address, request_id)
     VALUES ($1, $2, 'Ada', 'post.edit', '', 'Ice on the Ozarks', '', '')`,
    [id, admin.id],
  );
  expect(await submissions.query('SELECT audit_redact_label($1) AS cleared', [id])).toEqual([{ cleared: 0 }]);
});

it('writes no addresses into the log', async () => {
  for (const title of ['nora@example.org', 'Nora <nora@mail.example.org>, Conway @noon'])
    await submissions.service.call(
      'submissions.v1.SavedTextsService',
      'saveText',
      { kind: 'reply', title, text: 'Thanks' },
      admin,
    );
  expect(
    await submissions.query(`SELECT subject_label FROM audit WHERE action = 'saved_text.save' ORDER BY number`),
  ).toEqual([{ subject_label: '[address]' }, { subject_label: 'Nora <[address]>, Conway @noon' }]);
});

it('is only for admins, and only for known places', async () => {
  for (const method of ['findMentions', 'redactMention'])
    await expect(call(method, { email }, moderator)).rejects.toMatchObject({ code: status.PERMISSION_DENIED });
  for (const place of ['people', 'audit_head', 'saved_texts; DROP TABLE saved_texts'])
    await expect(redact({ email }, { place, id: newId() })).rejects.toMatchObject({ code: status.INVALID_ARGUMENT });
  for (const user of [{ email: '' }, { email: '%' }, { phone: '1' }])
    await expect(call('findMentions', user)).rejects.toMatchObject({ code: status.INVALID_ARGUMENT });
});
