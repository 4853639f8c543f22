import { status } from '@grpc/grpc-js';
import { newId } from '@site/platform/base/ids';
import { checkAudit } from '@site/platform/data/audit-chain';
import { until } from '@site/platform/testing/until';
import { watchChanges } from '@site/platform/testing/watch-changes';
import type {
  ErasePersonalDataResponse,
  ExportPersonalDataResponse,
} from '@site/proto/gen/nest/submissions/v1/personal_data';
import type { Caller } from '@site/proto/grpc';
import { phonePhoto } from '../testing/photos.js';
import { admin, moderator, Submissions } from '../testing/submissions.js';

let submissions: Submissions;
beforeAll(async () => {
  submissions = await Submissions.start();
});
afterAll(() => submissions.stop());

const call = <Response>(method: string, request: object, caller: Caller | undefined = admin) =>
  submissions.service.call<Response>('submissions.v1.PersonalDataService', method, request, caller);
const exported = (email: string, cursor?: string) =>
  call<ExportPersonalDataResponse>('exportPersonalData', { email, cursor });
const erased = (email: string) => call<ErasePersonalDataResponse>('erasePersonalData', { email });

const writeMessage = async (email: string, feedback = 'Hail in Conway') => {
  const id = newId();
  await submissions.query(
    `INSERT INTO contact_messages (id, name, phone, email, feedback) VALUES ($1, 'Nora Example', '5015550100', $2, $3)`,
    [id, email, feedback],
  );
  return id;
};
const askToSponsor = async (email: string, state: 'pending' | 'approved') => {
  const id = newId();
  await submissions.query(
    `INSERT INTO sponsors (id, name, email, phone_number, company_name, message, status, decided_at)
     VALUES ($1, 'Nora Example', $2, '5015550100', 'Ozark Tires', 'Call me', $3, CASE WHEN $3 = 'approved' THEN now() END)`,
    [id, email, state],
  );
  return id;
};
const subscribe = async (email: string) => {
  const id = newId();
  const campaignId = newId();
  await submissions.query(
    `INSERT INTO newsletter_subscribers (id, email, state, confirmed_at) VALUES ($1, $2, 'confirmed', now())`,
    [id, email],
  );
  await submissions.query(`INSERT INTO newsletter_tokens (hash, subscriber_id) VALUES ($1, $2)`, [newId(), id]);
  await submissions.query(
    `INSERT INTO campaigns (id, frequency, post_id, title, stories, state, finished_at)
     VALUES ($1, 'all', $1, 'Ice on the Ozarks', '[]', 'sent', now())`,
    [campaignId],
  );
  await submissions.query(
    `INSERT INTO campaign_deliveries (campaign_id, subscriber_id, state, reason)
     VALUES ($1, $2, 'failed', '550 <' || $3 || '> unknown')`,
    [campaignId, id, email],
  );
  return id;
};

async function tablesWith(text: string): Promise<string[]> {
  const tables = await submissions.query<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'submissions'`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const rows = await submissions.query(`SELECT FROM ${name} AS row WHERE strpos(lower(row::text), lower($1)) > 0`, [
      text,
    ]);
    if (rows.length > 0) found.push(name);
  }
  return found.sort();
}

it('finds all stored data, and erases it with its pictures, whatever the case of the address', async () => {
  submissions.startWorker();
  const email = 'Nora.Example@example.com';
  const snapshotId = await submissions.send(await phonePhoto(1), { email: email.toLowerCase() });
  await submissions.ready(snapshotId);
  await submissions.approve(snapshotId);
  await submissions.settled(snapshotId);
  await askToSponsor(email, 'pending');
  await writeMessage(email);
  const subscriberId = await subscribe(email);
  const other = await writeMessage('somebody.else@example.com');
  expect(await tablesWith(email)).toEqual([
    'campaign_deliveries',
    'contact_messages',
    'newsletter_subscribers',
    'snapshots',
    'sponsors',
  ]);

  const found = await exported(email);
  expect(found).toMatchObject({
    snapshots: [{ id: snapshotId, firstName: 'Nora', location: 'Mountain View', status: 'approved' }],
    sponsors: [{ companyName: 'Ozark Tires', message: 'Call me' }],
    messages: [{ feedback: 'Hail in Conway', phone: '5015550100' }],
    newsletter: {
      id: subscriberId,
      state: 'confirmed',
      deliveries: [{ campaign: 'Ice on the Ozarks', state: 'failed' }],
    },
    log: [{ action: 'snapshot.approve', subjectId: snapshotId }],
  });
  const keys = found.snapshots[0]?.imageKeys ?? [];
  expect(keys.length).toBeGreaterThan(1);
  for (const key of keys) expect(await submissions.store.stat(key)).toBeDefined();

  const watched = watchChanges('submissions', submissions.service.address);
  await until('the stream', () => watched.notices.length > 0);
  expect(await erased(email.toUpperCase())).toMatchObject({ snapshots: 1, sponsors: 1, messages: 1, newsletter: 1 });
  expect(await tablesWith(email)).toEqual([]);
  await until('the notice', () => watched.notices.some(({ topic, id }) => topic === 'snapshots' && id === snapshotId));
  watched.close();
  for (const key of keys) await until(`${key} to go`, async () => !(await submissions.store.stat(key)));
  // Another person's.
  expect(await tablesWith('Nora')).toEqual(['contact_messages']);
  expect((await exported('somebody.else@example.com')).messages.map(({ id }) => id)).toEqual([other]);

  expect(await erased(email)).toMatchObject({
    snapshots: 0,
    sponsors: 0,
    messages: 0,
    newsletter: 0,
    sponsorsRetained: 0,
  });
  expect(await exported(email)).toMatchObject({ snapshots: [], sponsors: [], messages: [], log: [] });
});

it('logs counts without naming the person, in a valid hash chain', async () => {
  const email = 'quiet@example.com';
  await writeMessage(email);
  await writeMessage(email);
  const { receipt } = await exported(email);
  const { receipt: second } = await erased(email);
  const rows = await submissions.query(
    `SELECT action, subject_id, detail, subject_label FROM audit WHERE subject_id IN ($1, $2) ORDER BY id`,
    [receipt, second],
  );
  expect(rows).toEqual([
    { action: 'person.export', subject_id: receipt, detail: '2 messages', subject_label: '' },
    { action: 'person.erase', subject_id: second, detail: '2 messages', subject_label: '' },
  ]);
  expect(await tablesWith(email)).toEqual([]);
  expect(
    (await checkAudit((statement, values) => submissions.database.dataSource.query(statement, values))).fault,
  ).toBeUndefined();
});

it('keeps an approved sponsor on the site, without its contact', async () => {
  const email = 'contact@example.com';
  const id = await askToSponsor(email, 'approved');
  expect(await erased(email)).toMatchObject({ sponsors: 0, sponsorsRetained: 1 });
  expect(
    await submissions.query('SELECT name, email, message, company_name FROM sponsors WHERE id = $1', [id]),
  ).toEqual([{ name: 'Erased', email: 'erased@contact.invalid', message: '', company_name: 'Ozark Tires' }]);
});

it('returns all data in pages, however much it is, and logs the export once', async () => {
  const email = 'often@example.com';
  const written: string[] = [];
  for (let n = 0; n < 95; n += 1) written.push(await writeMessage(email, 'é'.repeat(5_000)));
  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await exported(email, cursor);
    seen.push(...page.messages.map(({ id }) => id));
    cursor = page.nextCursor;
  } while (cursor);
  expect(seen).toEqual(written);
  expect(await submissions.query(`SELECT FROM audit WHERE detail = '95 messages'`)).toHaveLength(1);
});

it('covers every table that contains an address', async () => {
  const columns = await submissions.query<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.columns
     WHERE table_schema = 'submissions' AND column_name LIKE '%email%' ORDER BY 1`,
  );
  expect(columns.map(({ name }) => name)).toEqual([
    'contact_messages',
    'newsletter_subscribers',
    'snapshots',
    'sponsors',
  ]);
});

it.each(['(501) 555-0142', '+1 501-555-0142', '15015550142'])(
  'finds and erases data by phone number: %s',
  async (phone) => {
    const email = `${newId()}@example.com`;
    const message = await writeMessage(email);
    await submissions.query(`UPDATE contact_messages SET phone = '501.555.0142' WHERE id = $1`, [message]);
    const sponsor = await askToSponsor(email, 'pending');
    await submissions.query(`UPDATE sponsors SET phone_number = '+15015550142' WHERE id = $1`, [sponsor]);
    const other = await writeMessage(email);
    const byPhone = { email: '', phone };
    expect(await call<ExportPersonalDataResponse>('exportPersonalData', byPhone)).toMatchObject({
      messages: [{ id: message }],
      sponsors: [{ id: sponsor }],
      snapshots: [],
    });
    expect(await call('erasePersonalData', byPhone)).toMatchObject({ messages: 1, sponsors: 1, newsletter: 0 });
    expect((await exported(email)).messages.map(({ id }) => id)).toEqual([other]);
  },
);

it('covers every table that contains a phone number', async () => {
  const columns = await submissions.query<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.columns
     WHERE table_schema = 'submissions' AND column_name LIKE '%phone%' ORDER BY 1`,
  );
  expect(columns.map(({ name }) => name)).toEqual(['contact_messages', 'sponsors']);
});

it.each(['exportPersonalData', 'erasePersonalData'])('%s is for admins only', async (method) => {
  const request = { email: 'nora@example.com' };
  await expect(call(method, request, moderator)).rejects.toMatchObject({ code: status.PERMISSION_DENIED });
  const noPrincipalId = submissions.service.call('submissions.v1.PersonalDataService', method, request);
  await expect(noPrincipalId).rejects.toMatchObject({ code: status.UNAUTHENTICATED });
});

it.each(['', "' OR 1=1 --", '\0', '%'])('finds nothing for %j', async (email) => {
  const before = await submissions.query('SELECT FROM contact_messages');
  expect(await erased(email)).toMatchObject({ messages: 0, snapshots: 0 });
  expect(await submissions.query('SELECT FROM contact_messages')).toHaveLength(before.length);
});
