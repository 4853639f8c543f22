import { randomBytes, randomUUID } from 'node:crypto';
import { FailedRows } from '@site/platform/jobs/work-loop';
import { until } from '@site/platform/testing/until';
import { AddressSeal } from './channels/address-seal.js';
import { resealOutdated } from './channels/reseal.js';
import { sweepBy } from './retention.js';
import { aBrowser, Notifications } from './testing/notifications.js';

let notifications: Notifications;
beforeAll(async () => {
  notifications = await Notifications.start();
});
afterAll(() => notifications.stop());

const sweep = () => sweepBy(notifications.seal)(notifications.database.dataSource);
/** One key in 256 has the same id and would be refused. */
function keyAfter(previous: Buffer): Buffer {
  const idOf = (current: Buffer) => new AddressSeal({ current, hash: previous }).currentId;
  for (;;) {
    const key = randomBytes(32);
    if (idOf(key) !== idOf(previous)) return key;
  }
}
const anEmail = () => `${randomUUID()}@example.com`;
const found = async (table: string, id: string, key = 'id') =>
  (await notifications.query(`SELECT FROM ${table} WHERE ${key} = $1`, [id])).length;
/** Backdates all times of a channel and its owner. */
const age = async ({ id, subscriberId }: { id: string; subscriberId: string }, time: string) => {
  await notifications.query(
    `UPDATE channels SET created_at = created_at - $2::interval, confirmed_at = confirmed_at - $2::interval,
       last_ok_at = last_ok_at - $2::interval WHERE id = $1`,
    [id, time],
  );
  await notifications.query(
    `UPDATE subscribers SET last_seen_at = last_seen_at - $2::interval, ended_at = ended_at - $2::interval
     WHERE id = $1`,
    [subscriberId, time],
  );
  await notifications.query(
    'UPDATE confirmations SET requested_at = requested_at - $2::interval WHERE channel_id = $1',
    [id, time],
  );
};

describe('the sweep', () => {
  it('deletes sign-ups that were not confirmed within a day, not earlier', async () => {
    const email = anEmail();
    await notifications.subscribe({ email });
    const row = await notifications.channelOf('mail', email);
    const channel = { id: row?.id ?? '', subscriberId: row?.subscriber_id ?? '' };
    await age(channel, '23 hours 59 minutes');
    await sweep();
    expect(await found('channels', channel.id)).toBe(1);
    await age(channel, '1 minute');
    await sweep();
    expect([await found('channels', channel.id), await found('subscribers', channel.subscriberId)]).toEqual([0, 0]);
  });

  it('keeps a confirmed address whose new preferences were not confirmed', async () => {
    const email = anEmail();
    const channel = await notifications.addChannel({ email });
    await notifications.subscribe({ email });
    await age(channel, '25 hours');
    await sweep();
    expect([
      await found('channels', channel.id),
      await found('confirmations', channel.id, 'channel_id'),
      await found('follows', channel.subscriberId, 'subscriber_id'),
    ]).toEqual([1, 0, 2]);
  });

  it("deletes an address's rate limit after a week, and a day’s counts when the day is over", async () => {
    await notifications.query(
      `INSERT INTO requested_addresses (address_hash, last_requested_at)
       SELECT sha256(days::text::bytea), now() - make_interval(days => days) FROM generate_series(5, 9) AS days`,
    );
    await notifications.query(
      `INSERT INTO confirmation_counts (day, kind, scope)
       SELECT (now() AT TIME ZONE 'UTC')::date - days, 'sms', 'all' FROM generate_series(0, 4) AS days`,
    );
    await sweep();
    expect(await notifications.query('SELECT FROM requested_addresses')).toHaveLength(2);
    expect(await notifications.query('SELECT FROM confirmation_counts')).toHaveLength(1);
  });

  it('deletes ended subscriptions after 30 days', async () => {
    const channel = await notifications.addChannel({ email: anEmail() });
    await notifications.call('endSubscription', { token: channel.token });
    await age(channel, '29 days');
    await sweep();
    expect(await found('channels', channel.id)).toBe(1);
    await age(channel, '1 day');
    await sweep();
    expect([await found('channels', channel.id), await found('tokens', channel.id, 'channel_id')]).toEqual([0, 0]);
  });

  it('checks a browser after 55 silent days, and ends it after 60', async () => {
    const silent = await notifications.addChannel();
    const visiting = await notifications.addChannel();
    const mailbox = await notifications.addChannel({ email: anEmail() });
    for (const channel of [silent, visiting, mailbox]) await age(channel, '56 days');
    await notifications.call('getPreferences', { token: visiting.token });
    await sweep();
    const questions = await notifications.query(
      'SELECT channel_id, preferences FROM confirmations WHERE purpose = $1',
      ['still-there'],
    );
    expect(questions).toEqual([{ channel_id: silent.id, preferences: null }]);
    for (const channel of [silent, mailbox]) await age(channel, '4 days 1 hour');
    await sweep();
    const states = await notifications.query('SELECT id, state FROM channels WHERE id = ANY($1) ORDER BY id', [
      [silent.id, visiting.id, mailbox.id],
    ]);
    expect(states).toEqual([
      { id: silent.id, state: 'ended' },
      { id: visiting.id, state: 'confirmed' },
      { id: mailbox.id, state: 'confirmed' },
    ]);
  });

  it('keeps a browser that accepts the check', async () => {
    const push = aBrowser();
    const channel = await notifications.addChannel({ push });
    await age(channel, '56 days');
    await sweep();
    const relay = await notifications.startRelay();
    const target = () => notifications.confirmations.asked.filter(({ channelId }) => channelId === channel.id);
    await until('the question', () => target()[0]);
    await relay.stop();
    expect(target()).toMatchObject([{ purpose: 'still-there', address: push.endpoint, token: channel.token }]);
    await age(channel, '5 days');
    await sweep();
    expect((await notifications.channelOf('push', push.endpoint))?.state).toBe('confirmed');
  });
});

it('deletes expired rows even while an address is sealed with a lost key', async () => {
  const email = anEmail();
  await notifications.subscribe({ email });
  const row = await notifications.channelOf('mail', email);
  await age({ id: row?.id ?? '', subscriberId: row?.subscriber_id ?? '' }, '1 day');
  const { id, subscriberId } = await notifications.addChannel({ email: anEmail() });
  const missing = new AddressSeal({ current: keyAfter(notifications.keys.current), hash: notifications.keys.hash });
  await notifications.query('UPDATE channels SET address_sealed = $2 WHERE id = $1', [id, missing.seal('x', id)]);
  const rows = new FailedRows('retention');
  await sweepBy(notifications.seal)(notifications.database.dataSource, rows);
  expect(rows.has(`reseal:${id}`)).toBe(true);
  expect(await found('channels', row?.id ?? '')).toBe(0);
  await notifications.query('DELETE FROM subscribers WHERE id = $1', [subscriberId]);
});

it('reseals addresses after a key change, once', async () => {
  const push = aBrowser();
  const { id } = await notifications.addChannel({ push });
  const { dataSource } = notifications.database;
  const { current: previous, hash } = notifications.keys;
  const next = keyAfter(previous);
  const rotated = new AddressSeal({ current: next, previous, hash });
  expect(await resealOutdated(dataSource, notifications.seal)).toBe(0);
  expect(await resealOutdated(dataSource, rotated)).toBeGreaterThan(0);
  expect(await resealOutdated(dataSource, rotated)).toBe(0);
  const row = await notifications.channelOf('push', push.endpoint);
  const alone = new AddressSeal({ current: next, hash });
  expect(alone.open(row?.address_sealed ?? Buffer.of(), id)).toBe(push.endpoint);
  expect(alone.openKeys(row?.keys_sealed ?? Buffer.of(), id)).toEqual({ p256dh: push.p256dh, auth: push.auth });
});
