import { newId } from '@site/platform/ids';
import { testDatabase, type TestDatabase } from '@site/platform/testing/database';
import { submissionsDatabase } from '../database.js';
import { sweepRetention } from './retention-sweep.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase(submissionsDatabase);
});
afterAll(() => database.drop());

const query = <Row>(statement: string, values: unknown[] = []) => database.dataSource.query<Row[]>(statement, values);
const names = async (statement: string) => (await query<{ name: string }>(statement)).map(({ name }) => name).sort();

describe('what people wrote', () => {
  it('goes after 12 months, or 30 days after it was deleted', async () => {
    const write = (name: string, age: string, deleted: string | null) =>
      query(
        `INSERT INTO contact_messages (id, name, phone, email, feedback, created_at, deleted_at)
         VALUES ($1, $2, '1', 'a@b.c', 'x', now() - $3::interval, now() - $4::interval)`,
        [newId(), name, age, deleted],
      );
    await write('new', '1 day', null);
    await write('almost a year', '364 days', null);
    await write('a year', '12 months 1 hour', null);
    await write('in the trash', '2 years', '29 days');
    await write('long in the trash', '40 days', '31 days');
    expect(await sweepRetention(database.dataSource)).toBe(2);
    expect(await names('SELECT name FROM contact_messages')).toEqual(['almost a year', 'in the trash', 'new']);
    expect(await sweepRetention(database.dataSource)).toBe(0);
  });

  it('goes however much it is', async () => {
    await query(
      `INSERT INTO contact_messages (id, name, phone, email, feedback, created_at)
       SELECT gen_random_uuid(), 'old', '1', 'a@b.c', 'x', now() - interval '2 years' FROM generate_series(1, 2000)`,
    );
    expect(await sweepRetention(database.dataSource)).toBe(2_000);
  });
});

describe('an address', () => {
  it('goes after 30 days when nobody confirmed it, with its tokens; every other state stays', async () => {
    const write = async (name: string, state: string, days: number, tokenDays = days) => {
      const id = newId();
      await query(
        `INSERT INTO newsletter_subscribers (id, email, state, signed_up_at)
         VALUES ($1, $2, $3, now() - make_interval(days => $4))`,
        [id, name, state, days],
      );
      await query(
        `INSERT INTO newsletter_tokens (hash, subscriber_id, created_at)
         VALUES ($1, $2, now() - make_interval(days => $3))`,
        [name, id, tokenDays],
      );
    };
    await write('waits', 'pending', 29);
    await write('forgotten', 'pending', 31);
    await write('reader', 'confirmed', 700);
    await write('reader with an old mail', 'confirmed', 800);
    await write('left', 'unsubscribed', 31);
    await write('bounced', 'bounced', 31);
    await write('complained', 'complained', 31);
    expect(await sweepRetention(database.dataSource)).toBe(2);
    const rest = ['bounced', 'complained', 'left', 'reader', 'waits'];
    expect(await names('SELECT hash AS name FROM newsletter_tokens')).toEqual(rest);
    expect(await names('SELECT email AS name FROM newsletter_subscribers')).toEqual(
      [...rest, 'reader with an old mail'].sort(),
    );
  });
});
