import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { newId } from '@site/platform/base/ids';
import { migrate } from '@site/platform/data/database';
import { testDatabase, type TestDatabase } from '@site/platform/testing/database';
import type { SubscriberState } from '@site/proto/submissions/v1/newsletter.schema';
import { submissionsDatabase } from '../database.js';
import { CanonicalAddresses1796500000000 } from '../migrations/1796500000000-canonical-addresses.js';
import { sweepRetention } from '../retention.js';
import { openMailToken } from './mail-tokens.js';

const states: SubscriberState[] = ['pending', 'confirmed', 'bounced', 'unsubscribed', 'complained'];

/** 10,000 rows of 6,000 people, as previous releases stored them. */
const people = 6_000;
const canonicalOf = (user: number) =>
  user % 2 === 0 ? `nora.${user}@example.com` : `nora.${user}@xn--mnchen-3ya.example`;
// The first and the fourth were the same address before, so no one has both.
const spellings: ((user: number) => string)[] = [
  (user) => canonicalOf(user).replace('nora', 'Nora'),
  (user) => canonicalOf(user).replace('xn--mnchen-3ya', 'm\u00fcnchen').replace('nora', 'n\u200bora'),
  (user) => canonicalOf(user).replace('nora', '\uff4e\uff4f\uff52\uff41').replace('example', 'ex\u00adample'),
  (user) => canonicalOf(user),
  (user) => `<${canonicalOf(user)}>`,
  (user) => `mailto:${canonicalOf(user)}`,
];

interface Row {
  id: string;
  person: number;
  email: string;
  state: SubscriberState;
  frequency: 'all' | 'weekly';
  /** Minutes before the migration. */
  created: number;
  confirmed: number | null;
  asked: number | null;
  token: string;
}

/** The same rows in every run. */
function subscribers(): Row[] {
  const rows: Row[] = [];
  for (let user = 0; user < people; user += 1)
    for (let copy = 0; copy < (user % 3 === 0 ? 3 : 1); copy += 1) {
      const seed = user * 7 + copy * 3;
      const state = states[Math.floor(seed / 3) % 5] ?? 'pending';
      rows.push({
        id: newId(),
        person: user,
        email: spellings[(user + copy) % spellings.length]?.(user) ?? '',
        state,
        frequency: seed % 4 === 0 ? 'weekly' : 'all',
        created: 1_000 + ((seed * 13) % 5_000),
        confirmed: state === 'pending' ? null : 500 + ((seed * 11) % 400),
        asked: seed % 3 === 0 ? null : 10 + ((seed * 17) % 100),
        token: `token ${user} ${copy}`,
      });
    }
  return rows;
}

const hashOf = (token: string) => createHash('sha256').update(token).digest('hex');

describe('the migration to canonical addresses, on 10,000 subscribers in mixed spellings', () => {
  const before = subscribers();
  let database: TestDatabase;
  const query = <Result extends object>(statement: string, values: unknown[] = []) =>
    database.dataSource.query<Result[]>(statement, values);
  const migrated = () => migrate({ ...database.settings, migrations: submissionsDatabase.migrations });
  const everything = () =>
    query<{ all: string }>(`SELECT md5(string_agg(row::text, '' ORDER BY row::text)) AS all FROM (
      SELECT to_jsonb(s) AS row FROM newsletter_subscribers s UNION ALL SELECT to_jsonb(t) FROM newsletter_tokens t
      UNION ALL SELECT to_jsonb(d) FROM campaign_deliveries d UNION ALL SELECT to_jsonb(o) FROM outbox o) AS rows`);
  const sentTwice = newId();
  const sentOnce = newId();
  const tripled = before.filter(({ person }) => person === 3);

  beforeAll(async () => {
    database = await testDatabase({
      ...submissionsDatabase,
      migrations: submissionsDatabase.migrations.filter((one) => one !== CanonicalAddresses1796500000000),
    });
    await query(
      `INSERT INTO newsletter_subscribers
         (id, email, state, frequency, created_at, signed_up_at, confirmed_at, last_confirmation_at, last_confirmation_job)
       SELECT id, email, state, frequency, now() - created * interval '1 minute', now() - created * interval '1 minute',
         now() - confirmed * interval '1 minute', now() - asked * interval '1 minute',
         CASE WHEN asked IS NOT NULL THEN id END
       FROM json_to_recordset($1)
         AS row (id uuid, email text, state text, frequency text, created integer, confirmed integer, asked integer)`,
      [JSON.stringify(before)],
    );
    await query(
      `INSERT INTO newsletter_tokens (hash, subscriber_id)
       SELECT hash, id FROM json_to_recordset($1) AS row (id uuid, hash text)`,
      [JSON.stringify(before.map(({ id, token }) => ({ id, hash: hashOf(token) })))],
    );
    for (const [campaign, deliveryStates] of [
      [sentTwice, ['queued', 'sent', 'failed']],
      [sentOnce, ['queued']],
    ] as const) {
      await query(
        `INSERT INTO campaigns (id, frequency, post_id, title, stories) VALUES ($1, 'all', $1, 'Ice on the Ozarks', '[]')`,
        [campaign],
      );
      for (const [index, state] of deliveryStates.entries())
        await query('INSERT INTO campaign_deliveries (campaign_id, subscriber_id, state) VALUES ($1, $2, $3)', [
          campaign,
          tripled[index]?.id,
          state,
        ]);
    }
    await query(
      `INSERT INTO outbox (id, queue, name, payload)
       SELECT gen_random_uuid(), 'newsletter', 'send-confirmation', jsonb_build_object('subscriberId', id::text)
       FROM unnest($1::text[]) AS id`,
      [tripled.map(({ id }) => id)],
    );
    await query(
      `INSERT INTO contact_messages (id, name, phone, email, feedback) VALUES ($1, 'Nora', '1', 'N\u200bora@Example.com', 'Hail')`,
      [newId()],
    );
  });
  afterAll(() => database.drop());

  it('continues after an interruption', async () => {
    expect(before).toHaveLength(10_000);
    const last = before.filter(({ person, email }) => email !== canonicalOf(person)).map(({ id }) => id);
    await query(`CREATE FUNCTION interrupt() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE EXCEPTION 'interrupted'; END $$`);
    await query(`CREATE TRIGGER interrupt BEFORE UPDATE OR DELETE ON newsletter_subscribers
      FOR EACH ROW WHEN (OLD.id = '${last.toSorted().at(-1)}') EXECUTE FUNCTION interrupt()`);
    await expect(migrated()).rejects.toThrow('interrupted');
    await query('DROP FUNCTION interrupt CASCADE');
    const [{ left } = { left: 0 }] = await query<{ left: number }>(
      'SELECT count(*)::integer AS left FROM newsletter_subscribers',
    );
    expect(left).toBeGreaterThan(people);
    expect(left).toBeLessThan(before.length);
    expect(await migrated()).toEqual(['CanonicalAddresses1796500000000']);
  });

  it('leaves one row per person, in the strictest of their states, with the earliest consent', async () => {
    const after = await query<Record<string, unknown>>(
      `SELECT email, state, frequency, round(extract(epoch FROM now_was - created_at) / 60)::integer AS created,
         round(extract(epoch FROM now_was - confirmed_at) / 60)::integer AS confirmed,
         round(extract(epoch FROM now_was - last_confirmation_at) / 60)::integer AS asked,
         last_confirmation_job AS job
       FROM newsletter_subscribers, (SELECT min(created_at) + $1 * interval '1 minute' AS now_was FROM newsletter_subscribers) AS time
       ORDER BY email`,
      [Math.max(...before.map(({ created }) => created))],
    );
    const greatest = (numbers: (number | null)[]) =>
      numbers.reduce((one, two) => (one === null ? two : two === null ? one : Math.max(one, two)), null);
    const least = (rows: Row[]) => rows.toSorted((one, two) => (one.asked ?? Infinity) - (two.asked ?? Infinity))[0];
    const expected = Array.from({ length: people }, (_, user) => {
      const theirs = before.filter((row) => row.person === user);
      const latest = least(theirs);
      return {
        email: canonicalOf(user),
        state: ['complained', 'unsubscribed', 'bounced', 'confirmed', 'pending'].find((state) =>
          theirs.some((row) => row.state === state),
        ),
        frequency: theirs.some(({ frequency }) => frequency === 'weekly') ? 'weekly' : 'all',
        created: greatest(theirs.map(({ created }) => created)),
        confirmed: greatest(theirs.map(({ confirmed }) => confirmed)),
        asked: latest?.asked ?? null,
        job: latest && latest.asked !== null ? latest.id : null,
      };
    });
    expect(after).toHaveLength(people);
    // A diff of all rows would take minutes.
    const found = new Map(after.map((row) => [row['email'], row]));
    const wrong = expected.filter((row) => !isDeepStrictEqual({ ...found.get(row.email) }, row)).slice(0, 3);
    expect(wrong.map(({ email }) => found.get(email))).toEqual(wrong);
  });

  it("keeps every link: the tokens of old mails open the person's current row", async () => {
    const rows = await query<{ hash: string; email: string }>(
      'SELECT hash, email FROM newsletter_tokens JOIN newsletter_subscribers ON id = subscriber_id',
    );
    const emails = new Map(rows.map(({ hash, email }) => [hash, email]));
    const missing = before.filter(({ person, token }) => emails.get(hashOf(token)) !== canonicalOf(person));
    expect(missing.slice(0, 3)).toEqual([]);
    for (const { token } of tripled) {
      const [, subscriber] = await database.dataSource.transaction((manager) => openMailToken(manager, token));
      expect(subscriber.email).toBe(canonicalOf(3));
    }
  });

  it('keeps one delivery per campaign and mailbox, the most advanced, and the waiting jobs', async () => {
    const [target] = await query<{ id: string }>('SELECT id FROM newsletter_subscribers WHERE email = $1', [
      canonicalOf(3),
    ]);
    const deliveries = await query(
      'SELECT campaign_id AS campaign, subscriber_id AS subscriber, state FROM campaign_deliveries ORDER BY state',
    );
    expect(deliveries).toEqual([
      { campaign: sentOnce, subscriber: target?.id, state: 'queued' },
      { campaign: sentTwice, subscriber: target?.id, state: 'sent' },
    ]);
    expect(await query(`SELECT DISTINCT payload->>'subscriberId' AS id FROM outbox`)).toEqual([target]);
  });

  it('rewrites the addresses of messages the same way', async () => {
    expect(await query('SELECT email FROM contact_messages')).toEqual([{ email: 'nora@example.com' }]);
  });

  it('changes nothing when run again', async () => {
    const once = await everything();
    await sweepRetention(database.dataSource);
    expect(await everything()).toEqual(once);
  });

  it('is completed by the sweep for rows that the previous release writes later', async () => {
    await query(
      `INSERT INTO newsletter_subscribers (id, email, state) VALUES ($1, $2, 'unsubscribed'), ($3, 'n\u2060ew@example.com', 'pending')`,
      [newId(), 'nora.3@m\u00fcnchen.example', newId()],
    );
    await sweepRetention(database.dataSource);
    const rows = await query(
      `SELECT email, state FROM newsletter_subscribers WHERE email LIKE '%nora.3@%' OR email LIKE '%ew@%' ORDER BY email`,
    );
    expect(rows).toEqual([
      { email: 'new@example.com', state: 'pending' },
      { email: canonicalOf(3), state: expect.stringMatching(/unsubscribed|complained/) as string },
    ]);
  });
});
