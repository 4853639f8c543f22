import { until } from '@site/platform/testing/until';
import { allKinds, notificationKinds } from '@site/domain/notifications/kinds';
import { dangerOf } from '@site/domain/weather/danger';
import { anEvent, lonoke, pulaski, SendingBench } from '../testing/sending.js';

let bench: SendingBench;
beforeEach(async () => {
  bench = await SendingBench.open();
});
afterEach(() => bench.close());

const done = () => until('all dispatches are finished', () => bench.isDone());
/** Each message of a channel as revision and counties. */
const sentTo = (id: string, channel = bench.push) =>
  channel.sent.filter(({ channelId }) => channelId === id).map(({ revision, counties }) => [revision, counties]);
const both = [pulaski, lonoke];
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();

describe('the release of a county', () => {
  it('reaches its notified subscribers in every channel, and again when the county comes back', async () => {
    const released = await bench.addReader({ county: lonoke });
    const remaining = await bench.addReader();
    const byMail = await bench.addReader({ county: lonoke, kind: 'mail' });
    await bench.startSender();
    await bench.record(anEvent({ counties: both }));
    await done();
    const timeout = await bench.addReader({ county: lonoke });
    await bench.record(anEvent({ revision: 2, action: 'CON', text: 'Still a tornado.' }));
    await done();
    const [run] = await bench.query<{ alert: object }>('SELECT alert FROM dispatches WHERE revision = 2');
    expect(run?.alert).not.toHaveProperty('text');
    await bench.record(anEvent({ revision: 3, action: 'EXA', counties: both, newCounties: [lonoke] }));
    await done();
    await bench.record(anEvent({ revision: 4, action: 'CAN', counties: both }));
    await done();
    const revisions = [1, 2, 3, 4].map((revision) => [revision, [lonoke]]);
    expect(sentTo(released)).toEqual(revisions);
    expect(sentTo(byMail, bench.mail)).toEqual(revisions);
    expect(sentTo(remaining)).toEqual([1, 4].map((revision) => [revision, [pulaski]]));
    expect(sentTo(timeout)).toEqual([3, 4].map((revision) => [revision, [lonoke]]));
  });

  it('ends only the part of earlier messages that is about the county', async () => {
    const released = await bench.addReader({ county: lonoke });
    const remaining = await bench.addReader();
    const other = await bench.addReader({ county: lonoke });
    bench.push.answer = () => ({ state: 'later', reason: 'busy', waitMs: 60_000 });
    await bench.startSender();
    await bench.record(anEvent({ counties: both }));
    await until('each attempt', () => bench.push.sent.length === 3);
    await bench.record(anEvent({ revision: 2, action: 'CON' }));
    bench.push.answer = () => ({ state: 'accepted' });
    await until('the due time is saved', async () => {
      const [row] = await bench.query<{ count: number }>(
        `SELECT count(*)::integer AS count FROM deliveries WHERE state = 'waiting'`,
      );
      return row?.count === 3;
    });
    await bench.query('UPDATE deliveries SET due_at = now()');
    await bench.query('UPDATE dispatch_shards SET due_at = now() WHERE due_at IS NOT NULL');
    await done();
    expect(sentTo(remaining)).toEqual([
      [1, [pulaski]],
      [1, [pulaski]],
    ]);
    for (const id of [released, other]) expect(sentTo(id)).toEqual([[1, [lonoke]]]);
  });
});

it('a later period of a watch reaches its notified subscribers, by mail too', async () => {
  const kinds = ['heat_cold'];
  const byPush = await bench.addReader({ kinds });
  const byMail = await bench.addReader({ kinds, kind: 'mail' });
  const elsewhere = await bench.addReader({ kinds, county: lonoke });
  const watch = { eventKey: 'KLZK.FZ.A.0005.2026', event: 'Freeze Watch', level: 'watch', danger: 70, counties: both };
  await bench.startSender();
  await bench.record(anEvent({ ...watch, ends: inMinutes(1_200) }));
  await done();
  const later = { ...watch, action: 'CON', ends: inMinutes(2_640) };
  await bench.record(anEvent({ ...later, revision: 2, newCounties: [pulaski] }));
  await done();
  await bench.record(anEvent({ ...later, revision: 3 }));
  await done();
  expect(sentTo(byPush).map(([revision]) => revision)).toEqual([1, 2]);
  expect(sentTo(byMail, bench.mail).map(([revision]) => revision)).toEqual([1, 2]);
  expect(sentTo(elsewhere).map(([revision]) => revision)).toEqual([1]);
});

it('a particularly dangerous ice storm reaches readers of warnings, after their quiet hours', async () => {
  const [row] = await bench.query<{ quietFrom: string; quietUntil: string }>(
    `SELECT to_char(local - interval '1 hour', 'HH24:MI') AS "quietFrom", to_char(local + interval '1 hour', 'HH24:MI') AS "quietUntil"
     FROM (SELECT now() AT TIME ZONE 'America/Chicago' AS local) AS clock`,
  );
  const kinds = ['winter'];
  const requested = await bench.addReader({ kinds, minLevel: 3 });
  await bench.addReader({ kinds, minLevel: 4 });
  await bench.addReader({ kinds, kind: 'sms' });
  const asleep = await bench.addReader({ kinds, ...row, overrideQuietHours: true });
  const desc = 'THIS IS A PARTICULARLY DANGEROUS SITUATION.';
  const judged = dangerOf({ event: 'Ice Storm Warning', severity: 'Severe', desc });
  const ends = inMinutes(44 * 60);
  await bench.record(anEvent({ eventKey: 'KLZK.IS.W.0002.2026', event: 'Ice Storm Warning', ...judged, ends }));
  await bench.startSender();
  await done();
  expect(bench.sentTo()).toEqual([requested]);
  expect(bench.sms.sent).toEqual([]);
  expect(await bench.query(`SELECT channel_id FROM deliveries WHERE state = 'held'`)).toEqual([{ channel_id: asleep }]);
  const [run] = await bench.query<{ level: number; send_until: Date }>('SELECT level, send_until FROM dispatches');
  expect(run).toEqual({ level: 3, send_until: new Date(ends) });
});

it('a kind that did not exist reaches those who chose every kind, and no one else', async () => {
  const requested = await bench.addReader({ kinds: [allKinds, ...notificationKinds] });
  await bench.addReader({ kinds: [...notificationKinds] });
  const alone = await bench.addReader({ kinds: [allKinds] });
  await bench.record(anEvent());
  await bench.query(`UPDATE dispatches SET alert_kind = 'meteor'`);
  await bench.startSender();
  await done();
  expect(bench.sentTo().toSorted()).toEqual([requested, alone].toSorted());
});
