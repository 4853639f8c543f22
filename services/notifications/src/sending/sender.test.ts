import { newId } from '@site/platform/base/ids';
import { until } from '@site/platform/testing/until';
import type { DeliveryResult } from '../adapters/adapter.js';
import { takeShard } from '../dispatches/leases.js';
import { reserveBatch } from '../dispatches/reserve-batch.js';
import { wakeDeferred } from '../events/resume-held.js';
import { anEvent, lonoke, pulaski, SendingBench } from '../testing/sending.js';

let bench: SendingBench;
beforeEach(async () => {
  bench = await SendingBench.open();
});
afterEach(() => bench.close());

const done = () => until('all dispatches are finished', () => bench.isDone());
const deliveries = () =>
  bench.query<{ channel_id: string; state: string; tries: number; maybe_repeated: number }>(
    'SELECT channel_id, state, tries, maybe_repeated FROM deliveries ORDER BY channel_id',
  );

/** Quiet hours around the current time in Arkansas. */
async function quietNow(): Promise<{ quietFrom: string; quietUntil: string }> {
  const [row] = await bench.query<{ quietFrom: string; quietUntil: string }>(
    `SELECT to_char(local - interval '1 hour', 'HH24:MI') AS "quietFrom", to_char(local + interval '1 hour', 'HH24:MI') AS "quietUntil"
     FROM (SELECT now() AT TIME ZONE 'America/Chicago' AS local) AS clock`,
  );
  if (!row) throw new Error('no clock');
  return row;
}

describe('a dispatch', () => {
  it('reaches all matching subscribers of the county once, and no one else', async () => {
    const requested = await Promise.all([bench.addReader(), bench.addReader({ minLevel: 4 })]);
    await bench.addReader({ county: lonoke });
    await bench.addReader({ kinds: ['flood'] });
    const pending = await bench.addReader();
    await bench.query(`UPDATE channels SET state = 'pending' WHERE id = $1`, [pending]);
    const [dispatch] = await bench.record(anEvent());
    await Promise.all([bench.startSender({ batchRows: 1 }), bench.startSender({ batchRows: 1 })]);
    await done();
    expect(bench.sentTo().toSorted()).toEqual(requested.toSorted());
    expect(bench.push.sent[0]).toMatchObject({ dispatchId: dispatch?.id, revision: 1, counties: [pulaski] });
    expect(await bench.query('SELECT reserved, accepted, late FROM dispatches')).toEqual([
      { reserved: 2, accepted: 2, late: 0 },
    ]);
  });

  it("is in each subscriber's language, also after a change of it", async () => {
    const inEnglish = await bench.addReader();
    const inSpanish = await bench.addReader();
    const languages = () => Object.fromEntries(bench.push.sent.map(({ channelId, language }) => [channelId, language]));
    const selectFile = (channelId: string, language: string) =>
      bench.query(
        'UPDATE preferences SET language = $2 FROM channels WHERE channels.id = $1 AND preferences.subscriber_id = channels.subscriber_id',
        [channelId, language],
      );
    await selectFile(inSpanish, 'es');
    await bench.startSender();
    await bench.record(anEvent());
    await done();
    expect(languages()).toEqual({ [inEnglish]: 'en', [inSpanish]: 'es' });
    await selectFile(inEnglish, 'es');
    await bench.record(anEvent({ revision: 2, action: 'CAN' }));
    await done();
    expect(bench.push.sent).toHaveLength(4);
    expect(languages()).toEqual({ [inEnglish]: 'es', [inSpanish]: 'es' });
  });

  it('is not created for a repeated revision', async () => {
    await bench.addReader();
    await bench.record(anEvent());
    expect(await bench.record(anEvent())).toEqual([]);
    expect(await bench.record(anEvent({ revision: 2, action: 'CON' }))).toEqual([]);
    await bench.startSender();
    await done();
    expect(bench.push.sent).toHaveLength(1);
  });

  it('for a grown area skips those already notified, and one for an early end skips all others', async () => {
    const inBoth = await bench.addReader();
    const [row] = await bench.query<{ subscriber_id: string }>('SELECT subscriber_id FROM channels WHERE id = $1', [
      inBoth,
    ]);
    await bench.query('INSERT INTO follows (county, subscriber_id) VALUES ($1, $2)', [lonoke, row?.subscriber_id]);
    const inLonoke = await bench.addReader({ county: lonoke });
    await bench.startSender();
    await bench.record(anEvent());
    await done();
    await bench.record(anEvent({ revision: 2, action: 'EXA', counties: [pulaski, lonoke] }));
    await done();
    expect(bench.sentTo()).toEqual([inBoth, inLonoke]);
    const timeout = await bench.addReader();
    await bench.record(anEvent({ revision: 3, action: 'CAN', counties: [pulaski, lonoke] }));
    await done();
    expect(bench.sentTo().slice(2).toSorted()).toEqual([inBoth, inLonoke].toSorted());
    expect(bench.sentTo()).not.toContain(timeout);
  });

  it('reaches a channel in the old and the new area once, however close the two revisions are', async () => {
    const readers = await Promise.all(Array.from({ length: 12 }, () => bench.addReader()));
    await bench.query('INSERT INTO follows (county, subscriber_id) SELECT $1, subscriber_id FROM channels', [lonoke]);
    const inLonoke = await bench.addReader({ county: lonoke });
    await bench.record(anEvent(), anEvent({ revision: 2, action: 'EXA', counties: [pulaski, lonoke] }));
    await Promise.all([bench.startSender({ batchRows: 1 }), bench.startSender({ batchRows: 1 })]);
    await done();
    const notified = (revision: number) =>
      bench.push.sent.filter((sent) => sent.revision === revision).map(({ channelId }) => channelId);
    expect(notified(1).toSorted()).toEqual(readers.toSorted());
    expect(notified(2)).toEqual([inLonoke]);
  });

  it('never reaches a channel after a later revision, even while that one is being sent', async () => {
    const reader = await bench.addReader();
    await bench.query('INSERT INTO follows (county, subscriber_id) SELECT $1, subscriber_id FROM channels', [lonoke]);
    let arrive: (outcome: DeliveryResult) => void = () => undefined;
    const arrival = new Promise<DeliveryResult>((resolve) => {
      arrive = resolve;
    });
    bench.push.answer = (_reserved, { revision }) =>
      revision === 1 ? { state: 'later', reason: 'away', waitMs: 60_000 } : arrival;
    await bench.startSender();
    await bench.record(anEvent());
    await until('the first attempt is written down', async () => (await deliveries())[0]?.state === 'waiting');
    await bench.record(anEvent({ revision: 2, action: 'EXA', counties: [pulaski, lonoke] }));
    await until('the later one', () => bench.push.sent.length === 2);
    for (const table of ['deliveries', 'dispatch_shards'])
      await bench.query(`UPDATE ${table} SET due_at = now() WHERE due_at IS NOT NULL`);
    await until('nothing but the two is open', async () => {
      const [open] = await bench.query<{ shards: number }>(
        'SELECT count(*)::integer AS shards FROM dispatch_shards WHERE NOT done',
      );
      return open?.shards === 2;
    });
    const taken = await takeShard(bench.database.dataSource, { lease: newId(), lane: 0, paused: false });
    arrive({ state: 'accepted' });
    expect(taken).toBeUndefined();
    await done();
    expect(bench.push.sent.map(({ channelId, revision }) => [channelId, revision])).toEqual([
      [reader, 1],
      [reader, 2],
    ]);
    expect((await deliveries()).map(({ state }) => state).toSorted()).toEqual(['accepted', 'skipped']);
  });

  it('replaces less dangerous messages that have not been sent yet', async () => {
    const reader = await bench.addReader();
    await bench.record(anEvent());
    await bench.record(
      anEvent({ revision: 2, action: 'CON', threatStep: 3, level: 'emergency', badge: 'Tornado emergency' }),
    );
    await bench.startSender();
    await done();
    expect(bench.push.sent).toMatchObject([{ channelId: reader, revision: 2 }]);
  });

  it('goes out before less urgent ones', async () => {
    const reader = await bench.addReader();
    await bench.record(
      anEvent({ eventKey: 'KLZK.WI.Y.0001.2026', event: 'Wind Advisory', level: 'advisory', danger: 80 }),
    );
    const [urgent] = await bench.record(anEvent());
    await bench.startSender({ batchRows: 1 });
    await done();
    expect(bench.push.sent).toHaveLength(2);
    expect(bench.push.sent[0]).toMatchObject({ channelId: reader, dispatchId: urgent?.id });
  });

  it('is sent as a text only when it is most dangerous', async () => {
    await bench.addReader({ kind: 'sms' });
    await bench.record(anEvent({ eventKey: 'KLZK.FL.W.0001.2026', event: 'Flood Warning', danger: 32 }));
    await bench.startSender();
    await done();
    expect(bench.sms.sent).toEqual([]);
    await bench.record(anEvent());
    await done();
    expect(bench.sms.sent).toHaveLength(1);
  });
});

describe('quiet hours', () => {
  it('hold a warning until morning, except the most dangerous for subscribers who chose that', async () => {
    const quiet = await quietNow();
    const loud = await bench.addReader({ ...quiet, overrideQuietHours: true });
    const current = await bench.addReader({ ...quiet, overrideQuietHours: false });
    await bench.record(anEvent());
    await bench.startSender();
    await done();
    expect(bench.sentTo()).toEqual([loud]);
    await bench.query(`UPDATE deliveries SET due_at = now() WHERE state = 'held'`);
    expect(await wakeDeferred(bench.database.dataSource)).toBe(1);
    await until('it goes out', () => bench.sentTo().includes(current));
    await done();
    // Held messages say nothing about our speed.
    const [sums] = await bench.query<{ dispatches: number; accepted: string; counted: string }>(
      'SELECT dispatches, accepted, (SELECT sum(count) FROM unnest(own_lag) AS count) AS counted FROM delivery_statistics',
    );
    expect(sums).toEqual({ dispatches: 1, accepted: '2', counted: '1' });
  });

  it('do not deliver a warning that is over by then', async () => {
    await bench.addReader({ ...(await quietNow()), overrideQuietHours: false });
    await bench.record(anEvent());
    await bench.startSender();
    await done();
    await bench.record(anEvent({ revision: 2, action: 'EXP' }));
    await bench.query(`UPDATE deliveries SET due_at = now() WHERE state = 'held'`);
    expect(await wakeDeferred(bench.database.dataSource)).toBe(0);
    expect(await deliveries()).toMatchObject([{ state: 'skipped' }]);
    expect(bench.push.sent).toEqual([]);
  });
});

describe('a message held until morning', () => {
  const morning = () => bench.query(`UPDATE deliveries SET due_at = now() WHERE state = 'held'`);

  it('is sent once, however often it changed at night', async () => {
    const reader = await bench.addReader({ ...(await quietNow()), overrideQuietHours: false });
    await bench.startSender();
    await bench.record(anEvent());
    await done();
    await bench.record(anEvent({ revision: 2, action: 'CON', threatStep: 2 }));
    await done();
    await morning();
    expect(await wakeDeferred(bench.database.dataSource)).toBe(1);
    await until('it goes out', () => bench.push.sent.length > 0);
    await done();
    expect(bench.push.sent).toMatchObject([{ channelId: reader, revision: 2 }]);
    expect((await deliveries()).map(({ state }) => state).toSorted()).toEqual(['accepted', 'skipped']);
  });

  it('is not sent where the warning no longer applies', async () => {
    const quiet = { ...(await quietNow()), overrideQuietHours: false };
    await bench.addReader(quiet);
    const inLonoke = await bench.addReader({ ...quiet, county: lonoke });
    await bench.startSender();
    await bench.record(anEvent({ counties: [pulaski, lonoke] }));
    await done();
    await bench.record(anEvent({ revision: 2, action: 'CON', counties: [lonoke] }));
    await morning();
    expect(await wakeDeferred(bench.database.dataSource)).toBe(1);
    await until('it goes out', () => bench.push.sent.length > 0);
    await done();
    expect(bench.push.sent).toMatchObject([{ channelId: inLonoke, counties: [lonoke] }]);
  });
});

describe('a failure', () => {
  it('on the other side is retried, and counted if the message may have been delivered', async () => {
    await bench.addReader();
    bench.push.answer = ({ tries }) =>
      tries === 0 ? { state: 'later', reason: 'reset', waitMs: 1, maybeSent: true } : { state: 'accepted' };
    await bench.record(anEvent());
    await bench.startSender();
    await done();
    expect(await deliveries()).toMatchObject([{ state: 'accepted', tries: 2, maybe_repeated: 1 }]);
  });

  it('that outlasts the warning ends as late', async () => {
    await bench.addReader();
    bench.push.answer = () => ({ state: 'later', reason: 'away', waitMs: 60_000 });
    await bench.record(anEvent({ ends: new Date(Date.now() + 2_000).toISOString() }));
    await bench.startSender();
    await done();
    expect(await deliveries()).toMatchObject([{ state: 'late' }]);
  });

  it('that is permanent ends the channel and deletes its preferences', async () => {
    const reader = await bench.addReader();
    bench.push.answer = () => ({ state: 'gone', reason: 'status 410' });
    await bench.record(anEvent());
    await bench.startSender();
    await done();
    expect(await bench.query('SELECT id, state FROM channels')).toEqual([{ id: reader, state: 'ended' }]);
    expect(await bench.query('SELECT FROM follows')).toEqual([]);
  });

  it('of an endpoint that its browser has just changed is ignored until it has accepted a message', async () => {
    await bench.addReader();
    await bench.query(`UPDATE channels SET last_ok_at = now() - interval '1 minute', moved_at = now()`);
    await bench.startSender();
    for (const number of [1, 2]) {
      await bench.record(anEvent({ eventKey: `KLZK.TO.W.000${number}.2026` }));
      await until('it goes out', () => bench.push.sent.length === number);
      await done();
    }
    expect(bench.push.sent.map(({ isProven }) => isProven)).toEqual([false, true]);
  });

  it('of a sender leaves its batches to another one, which resends and counts them', async () => {
    const readers = await Promise.all([bench.addReader(), bench.addReader(), bench.addReader()]);
    await bench.record(anEvent());
    const { dataSource } = bench.database;
    const missing: string[] = [];
    for (;;) {
      const lease = await takeShard(dataSource, {
        lease: '019309f0-0000-7000-8000-000000000001',
        lane: 0,
        paused: false,
      });
      if (!lease) break;
      missing.push(
        ...(await reserveBatch(dataSource, lease, { kinds: ['push'], limit: 500 })).map(({ channelId }) => channelId),
      );
    }
    expect(missing.toSorted()).toEqual(readers.toSorted());
    await bench.query(
      `UPDATE dispatch_shards SET leased_until = now() - interval '1 second' WHERE leased_by IS NOT NULL`,
    );
    await bench.startSender();
    await done();
    expect(bench.sentTo().toSorted()).toEqual(readers.toSorted());
    expect((await deliveries()).map(({ state, maybe_repeated: count }) => [state, count])).toEqual(
      readers.map(() => ['accepted', 1]),
    );
    expect(await bench.query('SELECT maybe_repeated FROM dispatches')).toEqual([{ maybe_repeated: 3 }]);
  });
});

describe('the kill switch', () => {
  it('keeps all messages back until an admin resumes sending', async () => {
    await bench.addReader();
    await bench.query(`UPDATE kill_switch SET scope = 'all', reason = 'a test', set_at = now()`);
    await bench.record(anEvent());
    await bench.startSender();
    const [shard] = await bench.query<{ leased_by: string | null }>('SELECT leased_by FROM dispatch_shards LIMIT 1');
    expect(shard?.leased_by).toBeNull();
    expect(bench.push.sent).toEqual([]);
    await bench.query(`UPDATE kill_switch SET scope = 'nothing'`);
    await done();
    expect(bench.push.sent).toHaveLength(1);
  });

  it('is set automatically when a county gets too many messages that are not urgent, and never holds urgent ones', async () => {
    const advisory = (number: number) =>
      anEvent({ eventKey: `KLZK.WI.Y.000${number}.2026`, event: 'Wind Advisory', level: 'advisory', danger: 80 });
    for (let number = 1; number <= 6; number += 1) await bench.record(advisory(number));
    expect(await bench.query('SELECT scope FROM kill_switch')).toEqual([{ scope: 'nothing' }]);
    await bench.record(advisory(7));
    expect(await bench.query('SELECT scope, by_name, reason FROM kill_switch')).toEqual([
      { scope: 'less_urgent', by_name: '', reason: expect.stringContaining('Pulaski County') },
    ]);
    await bench.addReader();
    const [urgent] = await bench.record(anEvent());
    await bench.startSender();
    await until('the urgent one is out', () => bench.push.sent.length > 0);
    expect(bench.push.sent.map(({ dispatchId }) => dispatchId)).toEqual([urgent?.id]);
  });
});
