import { randomUUID } from 'node:crypto';
import { until } from '@site/platform/testing/until';
import { MailHarness } from '../testing/mails.js';
import { Submissions } from '../testing/submissions.js';
import { queueDigests } from './send-digest.job.js';

let submissions: Submissions;
let emails: MailHarness;
beforeEach(async () => {
  submissions = await Submissions.start({ requeueAfterSeconds: 1 });
  emails = await MailHarness.start(submissions);
  emails.reviewers = [
    { id: randomUUID(), name: 'Ada', email: 'ada@example.com', role: 'admin' },
    { id: randomUUID(), name: 'Mo', email: 'mo@example.com', role: 'moderator' },
  ];
});
afterEach(async () => {
  await emails.stop();
  await submissions.stop();
});

const fetch = () => queueDigests(submissions.database.dataSource, emails.parts.auth);
const aSponsor = () =>
  submissions.query(
    `INSERT INTO sponsors (id, name, email, phone_number, company_name, message)
     VALUES (gen_random_uuid(), 'Grace', 'grace@example.com', '+15015550100', 'Ozark Tires', 'Hello')`,
  );
const minutesPass = (minutes: number) =>
  submissions.query(`UPDATE moderation_digests SET requested_at = requested_at - make_interval(mins => $1)`, [minutes]);
const settled = () =>
  until('the digests to be done', async () => {
    const open = await submissions.query(`SELECT FROM outbox WHERE name = 'send-digest' AND processed_at IS NULL`);
    return open.length === 0;
  });

it('sends each reviewer what is pending for them, and nothing when nothing is', async () => {
  emails.work();
  expect(await fetch()).toBe(0);
  await submissions.create();
  await submissions.create({ idempotency: { key: randomUUID(), fingerprint: 'other' } });
  await aSponsor();
  expect(await fetch()).toBe(2);
  const [admin, moderator] = await Promise.all(['ada@example.com', 'mo@example.com'].map((to) => emails.first(to)));
  expect(admin?.headers['subject']).toBe('2 photos and 1 sponsor request wait for you');
  expect(admin?.text).toContain('https://weather.example/dashboard/snapshot');
  expect(moderator?.headers['subject']).toBe('2 photos wait for you');
  expect(moderator?.text).toContain('https://weather.example/moderate');
});

it('sends at most one mail in 15 minutes, and only about something new or once a day', async () => {
  emails.work();
  await submissions.create();
  expect(await fetch()).toBe(2);
  expect(await fetch()).toBe(0);
  await submissions.create({ idempotency: { key: randomUUID(), fingerprint: 'other' } });
  await minutesPass(14);
  expect(await fetch()).toBe(0);
  await minutesPass(1);
  expect((await Promise.all([fetch(), fetch(), fetch()])).reduce((one, other) => one + other)).toBe(2);
  await submissions.query(`UPDATE snapshots SET created_at = created_at - interval '1 hour'`);
  await minutesPass(20);
  expect(await fetch()).toBe(0);
  await minutesPass(24 * 60);
  expect(await fetch()).toBe(2);
  await settled();
  expect(emails.to('mo@example.com')).toHaveLength(3);
});

it('sends nothing when everything was decided, or the reviewer left, in the meantime', async () => {
  const { id } = await submissions.create();
  await fetch();
  await submissions.reject(id);
  emails.work();
  await settled();
  expect(emails.to('ada@example.com')).toEqual([]);
  await submissions.create({ idempotency: { key: randomUUID(), fingerprint: 'other' } });
  await minutesPass(20);
  expect(await fetch()).toBe(2);
  emails.reviewers = [];
  await settled();
  expect(emails.to('mo@example.com').length).toBeLessThanOrEqual(1);
});

it("doesn't send moderators what only admins decide on", async () => {
  await aSponsor();
  expect(await fetch()).toBe(1);
  emails.work();
  expect((await emails.first('ada@example.com')).headers['subject']).toBe('1 sponsor request waits for you');
});
