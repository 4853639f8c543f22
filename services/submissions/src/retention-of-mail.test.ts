import { randomUUID } from 'node:crypto';
import { Submissions } from './testing/submissions.js';
import { sweepRetention } from './retention.js';

let submissions: Submissions;
beforeAll(async () => {
  submissions = await Submissions.start();
});
afterAll(() => submissions.stop());

it('deletes records of sent mails after their retention, and keeps the figures', async () => {
  const old = randomUUID();
  const young = randomUUID();
  for (const [id, days] of [
    [old, 91],
    [young, 89],
  ] as const) {
    await submissions.query(
      `INSERT INTO campaigns (id, frequency, post_id, title, stories, state, sent, finished_at)
       VALUES ($1, 'all', gen_random_uuid(), 'Ice', '[]', 'sent', 2, now() - make_interval(days => $2))`,
      [id, days],
    );
    await submissions.query(
      `INSERT INTO campaign_deliveries (campaign_id, subscriber_id, state)
       SELECT $1, gen_random_uuid(), 'sent' FROM generate_series(1, 2)`,
      [id],
    );
    await submissions.query(
      `INSERT INTO mail_sends (id, kind, state, leased_until, created_at)
       VALUES ($1, 'send-welcome', 'sent', now(), now() - make_interval(days => $2 - 60))`,
      [id, days],
    );
  }
  expect(await sweepRetention(submissions.database.dataSource)).toBe(3);
  expect(await submissions.query('SELECT DISTINCT campaign_id FROM campaign_deliveries')).toEqual([
    { campaign_id: young },
  ]);
  expect(await submissions.query('SELECT id FROM mail_sends')).toEqual([{ id: young }]);
  expect(await submissions.query('SELECT sent FROM campaigns WHERE id = $1', [old])).toEqual([{ sent: 2 }]);
});
