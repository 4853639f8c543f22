import { newId } from '@site/platform/base/ids';
import { testDatabase, type TestDatabase } from '@site/platform/testing/database';
import { submissionsDatabase } from './database.js';
import { sweepRetention } from './retention.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase(submissionsDatabase);
});
afterAll(() => database.drop());

const query = <Row>(statement: string, values: unknown[] = []) => database.dataSource.query<Row[]>(statement, values);
const names = async (statement: string) => (await query<{ name: string }>(statement)).map(({ name }) => name).sort();

describe('contact messages', () => {
  it('are deleted after 12 months, or 30 days after deletion', async () => {
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

  it('are deleted in batches, however many there are', async () => {
    await query(
      `INSERT INTO contact_messages (id, name, phone, email, feedback, created_at)
       SELECT gen_random_uuid(), 'old', '1', 'a@b.c', 'x', now() - interval '2 years' FROM generate_series(1, 2000)`,
    );
    expect(await sweepRetention(database.dataSource)).toBe(2_000);
    const log = await query<{ detail: string }>(
      `SELECT principal_name, subject_id, detail FROM audit WHERE action = 'retention.purge' ORDER BY id DESC LIMIT 4`,
    );
    expect(log).toEqual(
      Array(4).fill({ principal_name: 'Retention', subject_id: 'contact_messages', detail: '500 rows' }),
    );
  });
});

describe('an address', () => {
  it('is deleted after 30 days unconfirmed, and 90 days after unsubscribing, with its tokens; all others stay', async () => {
    const write = async (name: string, state: string, days: number, tokenDays = days) => {
      const id = newId();
      await query(
        `INSERT INTO newsletter_subscribers (id, email, state, signed_up_at, unsubscribed_at)
         VALUES ($1, $2, $3, now() - interval '300 days' * ($3 = 'unsubscribed')::int - make_interval(days => $4),
           CASE WHEN $3 IN ('unsubscribed', 'complained') THEN now() - make_interval(days => $4) END)`,
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
    await write('left', 'unsubscribed', 89);
    await write('left long ago', 'unsubscribed', 91);
    await write('bounced', 'bounced', 31);
    await write('complained', 'complained', 400);
    expect(await sweepRetention(database.dataSource)).toBe(3);
    const rest = ['bounced', 'complained', 'left', 'reader', 'waits'];
    expect(await names('SELECT hash AS name FROM newsletter_tokens')).toEqual(rest);
    expect(await names('SELECT email AS name FROM newsletter_subscribers')).toEqual(
      [...rest, 'reader with an old mail'].sort(),
    );
  });
});

describe('rejected and deleted items', () => {
  it('are removed after 30 days, with their labels in the log; a job removes their pictures', async () => {
    const createImage = async () => {
      const id = newId();
      await query(
        `INSERT INTO images (id, kind, state, published, staging_key, base_key, sha256, size_bytes, media_type)
         VALUES ($1, 'snapshot', 'ready', false, '', '', '', 0, '')`,
        [id],
      );
      return id;
    };
    const log = (id: string, name: string) =>
      query(
        `INSERT INTO audit (id, principal_id, principal_name, action, subject_id, subject_label, client_address, request_id)
         VALUES ($1, $1, 'Ada', 'x.delete', $2, $3, '', '')`,
        [newId(), id, name],
      );
    const snapshot = async (name: string, deleted: string | null, decided: 'pending' | 'rejected') => {
      const id = newId();
      const imageId = await createImage();
      await query(
        `INSERT INTO snapshots (id, first_name, last_name, email, location, status, terms_version, image_id, decided_at, deleted_at)
         VALUES ($1, $2, 'x', 'a@b.c', 'x', $3, 'x', $4, CASE WHEN $3 = 'pending' THEN NULL ELSE now() END, now() - $5::interval)`,
        [id, name, decided, imageId, deleted],
      );
      await log(id, name);
      return imageId;
    };
    const sponsor = async (name: string, deleted: string | null, logoId: string | null) => {
      const id = newId();
      await query(
        `INSERT INTO sponsors (id, name, email, phone_number, company_name, message, logo_id, deleted_at)
         VALUES ($1, 'x', 'a@b.c', '1', $2, 'x', $3, now() - $4::interval)`,
        [id, name, logoId, deleted],
      );
      await log(id, name);
    };
    await snapshot('waiting', null, 'pending');
    await snapshot('rejected lately', '29 days', 'rejected');
    const goes = [
      await snapshot('rejected', '30 days 1 hour', 'rejected'),
      await snapshot('deleted', '90 days', 'pending'),
    ];
    const logo = await createImage();
    await sponsor('company', null, await createImage());
    await sponsor('deleted company lately', '29 days', null);
    await sponsor('deleted company', '31 days', logo);
    await sponsor('deleted company without logo', '31 days', null);

    expect(await sweepRetention(database.dataSource)).toBe(4);
    expect(await names('SELECT first_name AS name FROM snapshots')).toEqual(['rejected lately', 'waiting']);
    expect(await names('SELECT company_name AS name FROM sponsors')).toEqual(['company', 'deleted company lately']);
    expect(await names(`SELECT subject_label AS name FROM audit WHERE subject_label <> ''`)).toEqual(
      ['company', 'deleted company lately', 'rejected lately', 'waiting'].sort(),
    );
    expect(
      await names(
        `SELECT payload ->> 'pictureId' AS name FROM outbox WHERE name = 'purge-picture' AND processed_at IS NULL`,
      ),
    ).toEqual([...goes, logo].sort());
    expect(await sweepRetention(database.dataSource)).toBe(0);
  });
});
