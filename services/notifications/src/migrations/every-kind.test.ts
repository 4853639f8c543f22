import { randomBytes } from 'node:crypto';
import { newId } from '@site/platform/base/ids';
import { migrate } from '@site/platform/data/database';
import { testDatabase } from '@site/platform/testing/database';
import { notificationsDatabase } from '../database.js';
import { EveryKind1798600000001 } from './1798600000001-every-kind.js';

const timeOf = ({ name }: { name: string }) => Number(name.slice(-13));
const ticked = [
  'tornado',
  'severe_thunderstorm',
  'flash_flood',
  'flood',
  'winter',
  'wind',
  'heat_cold',
  'fire',
  'other',
];

it('stores "all" for readers and pending sign-ups with every kind, under the present names', async () => {
  const before = notificationsDatabase.migrations.filter((one) => timeOf(one) < timeOf(EveryKind1798600000001));
  const database = await testDatabase({ ...notificationsDatabase, migrations: before });
  const sql = <Row>(statement: string, values: unknown[] = []) => database.dataSource.query<Row[]>(statement, values);
  const addReader = async (kinds: string[]) => {
    const [subscriberId, channelId] = [newId(), newId()];
    await sql(`INSERT INTO subscribers (id, state) VALUES ($1, 'confirmed')`, [subscriberId]);
    await sql(
      `INSERT INTO channels (id, subscriber_id, shard, kind, address_sealed, address_hash, state)
       VALUES ($1, $2, 0, 'mail', $3, $4, 'confirmed')`,
      [channelId, subscriberId, randomBytes(8), randomBytes(32)],
    );
    await sql('INSERT INTO wishes (subscriber_id, kinds, least_level, loud_when_dangerous) VALUES ($1, $2, 3, true)', [
      subscriberId,
      kinds,
    ]);
    await sql(`INSERT INTO confirmations (channel_id, purpose, wishes) VALUES ($1, 'confirm', $2)`, [
      channelId,
      JSON.stringify({ counties: ['05119'], kinds, leastLevel: 3 }),
    ]);
  };
  try {
    for (const kinds of [ticked, ticked.toReversed(), ticked.slice(1), ['tornado']]) await addReader(kinds);
    await migrate({ ...database.settings, migrations: notificationsDatabase.migrations });
    const expected = [['all', ...ticked], ['all', ...ticked.toReversed()], ticked.slice(1), ['tornado']];
    const saved = await sql<{ kinds: string[] }>('SELECT kinds FROM wishes ORDER BY subscriber_id');
    expect(saved.map(({ kinds }) => kinds)).toEqual(expected);
    const pending = await sql<{ wishes: object }>('SELECT wishes FROM confirmations ORDER BY channel_id');
    expect(pending.map(({ wishes }) => wishes)).toEqual(
      expected.map((kinds) => ({ counties: ['05119'], kinds, minLevel: 3, overrideQuietHours: true })),
    );
  } finally {
    await database.drop();
  }
});
