import { randomUUID } from 'node:crypto';
import { status } from '@grpc/grpc-js';
import type {
  Dispatch,
  GetDeliveryFiguresResponse,
  GetUrgencyResponse,
  KillSwitch,
  ListDispatchesResponse,
} from '@site/proto/gen/nest/notifications/v1/deliveries';
import type { Caller } from '@site/proto/grpc';
import { finishDispatches } from '../dispatches/finish-dispatches.js';
import { admin, moderator, Notifications } from '../testing/notifications.js';

let notifications: Notifications;
beforeEach(async () => {
  notifications = await Notifications.start();
});
afterEach(() => notifications.stop());

const call = <Response>(method: string, request: object = {}, caller?: Caller) =>
  notifications.service.call<Response>('notifications.v1.DeliveriesService', method, request, caller);

interface DispatchParts {
  event?: string;
  priority?: number;
  minutesAgo?: number;
  accepted?: number;
  alreadyActive?: boolean;
}

/** Adds a dispatch, finished if `accepted` is set. */
async function addDispatch({
  event = 'Tornado Warning',
  priority = 0,
  minutesAgo = 1,
  accepted,
  alreadyActive = false,
}: DispatchParts = {}): Promise<string> {
  const id = randomUUID();
  await notifications.query(
    `INSERT INTO dispatches (id, event_key, revision, kind, audience, alert_kind, level, priority, counties, alert, sent_at,
       first_seen_at, created_at, send_until)
     SELECT $1::uuid, $1, 1, 'new', 'all', 'tornado', 4, $2, ARRAY['05119'], $3, at - interval '10 seconds', at, at,
       at + interval '30 minutes' FROM (SELECT now() - make_interval(mins => $4) AS at) AS clock`,
    [id, priority, JSON.stringify({ event, alreadyActive }), minutesAgo],
  );
  await notifications.query(
    `INSERT INTO dispatch_shards (dispatch_id, shard, reserved, accepted, own_lag, done, listed)
     VALUES ($1, 0, $2, $2, $3, $4, $4)`,
    [id, accepted ?? 0, accepted ? [...Array(8).fill(0), accepted] : [], accepted !== undefined],
  );
  await finishDispatches(notifications.database.dataSource);
  return id;
}

describe('the public figures', () => {
  it('are empty on a new site', async () => {
    const stats = await call<GetDeliveryFiguresResponse>('getDeliveryFigures');
    expect(stats.since).toBeUndefined();
    expect(stats.warnings).toEqual([]);
    expect(stats.periods.map(({ period, dispatches, alreadyActive }) => [period, dispatches, alreadyActive])).toEqual([
      ['day', 0, 0],
      ['month', 0, 0],
      ['year', 0, 0],
    ]);
    for (const { sourceLag, ownLag } of stats.periods)
      expect([sourceLag ?? null, ownLag ?? null]).toEqual([null, null]);
  });

  it('show how long it took, upstream and our part separately, and when a tornado warning reached which share', async () => {
    await addDispatch({ accepted: 40 });
    await addDispatch({ accepted: 10, event: 'Tornado Watch', priority: 2 });
    const { periods, warnings, since } = await call<GetDeliveryFiguresResponse>('getDeliveryFigures');
    for (const period of periods) {
      expect(period).toMatchObject({ dispatches: 2, sourceLag: { count: 2 }, ownLag: { count: 50 } });
      expect(Number(period.accepted)).toBe(50);
      expect(period.ownLag?.p99).toBeLessThanOrEqual(1);
      expect(period.sourceLag?.p50).toBeGreaterThan(5);
    }
    expect(warnings).toMatchObject([{ event: 'Tornado Warning', counties: ['05119'], accepted: 40 }]);
    expect(Date.parse(warnings[0]?.nearlyAllAcceptedAt ?? '')).toBeGreaterThan(
      Date.parse(warnings[0]?.firstSeenAt ?? ''),
    );
    expect(since).toBeDefined();
  });

  it('count alerts separately that were active before we could see them, without their times', async () => {
    const early = await addDispatch({ accepted: 40, alreadyActive: true, minutesAgo: 30 });
    const before = await call<GetDeliveryFiguresResponse>('getDeliveryFigures');
    expect(before.warnings).toEqual([]);
    for (const period of before.periods) {
      expect(period).toMatchObject({ dispatches: 0, alreadyActive: 1 });
      expect([period.sourceLag ?? null, period.ownLag ?? null]).toEqual([null, null]);
    }
    await addDispatch({ accepted: 5 });
    // Finished twice, because some devices had to wait: counts once.
    await notifications.query('UPDATE dispatches SET finished_at = NULL, counted = true WHERE id = $1', [early]);
    await addDispatch({ accepted: 1, alreadyActive: true, event: 'Tornado Watch', priority: 2 });
    const { periods, warnings } = await call<GetDeliveryFiguresResponse>('getDeliveryFigures');
    for (const period of periods)
      expect(period).toMatchObject({ dispatches: 1, alreadyActive: 2, sourceLag: { count: 1 }, ownLag: { count: 5 } });
    expect(warnings).toMatchObject([{ event: 'Tornado Warning', accepted: 5 }]);
  });
});

describe('the dispatches for admins', () => {
  it('are refused to everyone else', async () => {
    for (const method of ['listDispatches', 'getDispatch', 'getKillSwitch', 'setKillSwitch'])
      for (const [caller, code] of [
        [undefined, status.UNAUTHENTICATED],
        [moderator, status.PERMISSION_DENIED],
      ] as const)
        await expect(call(method, { limit: 1 }, caller)).rejects.toMatchObject({ code });
  });

  it('are listed newest first, page by page', async () => {
    const older = await addDispatch({ minutesAgo: 20, accepted: 3 });
    const newer = await addDispatch();
    const first = await call<ListDispatchesResponse>('listDispatches', { limit: 1 }, admin);
    expect(first.dispatches).toMatchObject([{ id: newer, state: 'waiting' }]);
    const second = await call<ListDispatchesResponse>('listDispatches', { limit: 1, cursor: first.nextCursor }, admin);
    expect(second.dispatches).toMatchObject([{ id: older, state: 'finished', accepted: 3 }]);
    expect(second.nextCursor).toBeUndefined();
    expect(await call<Dispatch>('getDispatch', { id: older }, admin)).toMatchObject({ event: 'Tornado Warning' });
    for (const id of [randomUUID(), 'x'])
      await expect(call('getDispatch', { id }, admin)).rejects.toMatchObject({ code: status.NOT_FOUND });
  });
});

describe('the kill switch', () => {
  it('requires a reason, records who did it, and is audited', async () => {
    await expect(call('setKillSwitch', { paused: true, reason: ' ' }, admin)).rejects.toMatchObject({
      code: status.INVALID_ARGUMENT,
    });
    await addDispatch();
    const killSwitch = await call<KillSwitch>('setKillSwitch', { paused: true, reason: 'A test of the house' }, admin);
    expect(killSwitch).toMatchObject({ paused: true, reason: 'A test of the house', by: admin.name });
    expect((await call<ListDispatchesResponse>('listDispatches', { limit: 1 }, admin)).dispatches).toMatchObject([
      { state: 'held', pauseReason: 'A test of the house' },
    ]);
    expect(await call<GetUrgencyResponse>('getUrgency')).toEqual({ urgent: false });
    await call('setKillSwitch', { paused: false, reason: '' }, admin);
    expect(await call<KillSwitch>('getKillSwitch', {}, admin)).toEqual({ paused: false, reason: '', by: '', at: '' });
    expect(await notifications.query('SELECT action FROM audit ORDER BY number')).toEqual([
      { action: 'sending.hold' },
      { action: 'sending.resume' },
    ]);
  });
});

it('reports urgent sending while a dispatch of priority 0 or 1 is open, and only then', async () => {
  await addDispatch({ priority: 2 });
  expect(await call<GetUrgencyResponse>('getUrgency')).toEqual({ urgent: false });
  await addDispatch({ priority: 1 });
  expect(await call<GetUrgencyResponse>('getUrgency')).toEqual({ urgent: true });
  // All were tried, and one is to be retried.
  await notifications.query(`UPDATE dispatch_shards SET listed = true, due_at = now() + interval '1 hour'`);
  expect(await call<GetUrgencyResponse>('getUrgency')).toEqual({ urgent: false });
});

it('reports no urgent sending on a site that is paused', async () => {
  await notifications.stop();
  notifications = await Notifications.start({ paused: true });
  await addDispatch({ priority: 0 });
  expect(await call<GetUrgencyResponse>('getUrgency')).toEqual({ urgent: false });
});
