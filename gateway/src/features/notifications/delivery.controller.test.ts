import { readCaller, unavailable } from '@site/proto/grpc';
import { newId } from '@site/platform/base/ids';
import request from 'supertest';
import { setupGateway } from '../../testing/given-gateway.js';

const provided = setupGateway({ RATE_LIMIT_SCALE: '1000' });
const deliveries = (method: string) => `notifications.v1.DeliveriesService/${method}`;
const get = (path: string) => request(provided.gateway.url).get(path);
const bearer = (role: 'admin' | 'moderator' = 'admin') => `Bearer ${provided.services.signIn(role).token}`;
const asAdmin = (path: string) => get(`/admin/main/notifications/${path}`).set('Authorization', bearer());

const dispatch = {
  id: newId(),
  eventKey: 'KLZK.TO.W.0042.2026',
  revision: 1,
  event: 'Tornado Warning',
  kind: 'new',
  priority: 0,
  counties: ['05119'],
  state: 'sending',
  sent: '2026-11-20T21:00:00.000Z',
  firstSeenAt: '2026-11-20T21:00:12.000Z',
  createdAt: '2026-11-20T21:00:12.500Z',
  sendUntil: '2026-11-20T21:45:00.000Z',
  reserved: 1_000,
  accepted: 900,
  late: 0,
  gone: 3,
  failed: 1,
  maybeRepeated: 0,
  pauseReason: '',
};
const dispatchResponse = {
  id: dispatch.id,
  event_key: dispatch.eventKey,
  revision: 1,
  event: dispatch.event,
  kind: 'new',
  priority: 0,
  counties: ['05119'],
  state: 'sending',
  sent: dispatch.sent,
  first_seen_at: dispatch.firstSeenAt,
  created_at: dispatch.createdAt,
  send_until: dispatch.sendUntil,
  finished_at: null,
  reserved: 1_000,
  accepted: 900,
  late: 0,
  gone: 3,
  failed: 1,
  maybe_repeated: 0,
  pause_reason: '',
};

describe('public delivery data', () => {
  it('is empty on a new site, and says so', async () => {
    const { status, body, headers } = await get('/main/notifications/delivery');
    expect([status, body.data]).toEqual([200, { periods: [], warnings: [], since: null, stuck_since: null }]);
    expect(headers['cache-control']).toContain('public');
  });

  it('includes the key for browser subscriptions and the available channels', async () => {
    const { status, body } = await get('/main/notifications/key');
    expect([status, body.data]).toEqual([200, { vapid_key: 'BKey', mail: true, sms: false }]);
  });
});

describe('the dashboard', () => {
  it('shows channels, kill switch and figures', async () => {
    const { handlers } = provided.services.notifications;
    const counts = [{ channel: 'push', state: 'confirmed', count: 12 }];
    handlers['notifications.v1.SubscriptionsService/CountSubscribers'] = (_message, metadata) => {
      expect(readCaller(metadata).role).toBe('admin');
      return { counts };
    };
    const killSwitch = { paused: true, reason: 'A test by the county', by: 'Ada', at: '2026-11-20T21:00:00.000Z' };
    handlers[deliveries('GetKillSwitch')] = () => killSwitch;
    const outcomes = { accepted: 2_000_000_000, late: 1, gone: 2, failed: 3, displayed: [7, 0, 1] };
    const lag = { count: 2, p50: -0.5, p90: 12, p99: 40.25 };
    const since = '2026-11-01T00:00:00.000Z';
    handlers[deliveries('GetDeliveryFigures')] = () => ({
      periods: [{ period: 'day', dispatches: 2, alreadyActive: 4, sourceLag: lag, ...outcomes }],
      warnings: [],
      since,
    });
    const { status, body } = await asAdmin('overview');
    expect([status, body.data]).toEqual([
      200,
      {
        channels: counts,
        kill_switch: killSwitch,
        delivery: {
          periods: [{ period: 'day', dispatches: 2, already_active: 4, source_lag: lag, own_lag: null, ...outcomes }],
          warnings: [],
          since,
          stuck_since: null,
        },
      },
    ]);
  });

  it('shows subscribers by kind of weather and county', async () => {
    const segments = { counties: [{ name: '05119', count: 7 }], kinds: [{ name: 'tornado', count: 9 }] };
    provided.services.notifications.handlers['notifications.v1.SubscriptionsService/CountSegments'] = () => segments;
    const { status, body } = await asAdmin('segments');
    expect([status, body.data]).toEqual([200, segments]);
  });

  it('pages through dispatches, and shows the progress of one', async () => {
    const { handlers } = provided.services.notifications;
    handlers[deliveries('ListDispatches')] = (message) => {
      expect(message).toEqual({ cursor: 'c1', limit: 2 });
      return { dispatches: [dispatch], nextCursor: 'c2' };
    };
    handlers[deliveries('GetDispatch')] = ({ id }) => {
      expect(id).toBe(dispatch.id);
      return dispatch;
    };
    const { body } = await asAdmin('dispatches?cursor=c1&limit=2');
    expect([body.data, body.next_cursor]).toEqual([[dispatchResponse], 'c2']);
    expect((await asAdmin(`dispatches/${dispatch.id}`)).body.data).toEqual(dispatchResponse);
    expect((await asAdmin('dispatches/none')).status).toBe(404);
  });

  it('pauses all sending with a reason, and resumes it', async () => {
    const target: object[] = [];
    provided.services.notifications.handlers[deliveries('SetKillSwitch')] = (message) => {
      target.push(message);
      return { ...message, by: 'Ada', at: '2026-11-20T21:00:00.000Z' };
    };
    const setKillSwitch = (body: object, role?: 'moderator') =>
      request(provided.gateway.url)
        .post('/admin/main/notifications/kill-switch')
        .set('Authorization', bearer(role))
        .send(body);
    const current = await setKillSwitch({ paused: true, reason: ' A test by the county ' });
    expect([current.status, current.body.data.reason]).toEqual([200, 'A test by the county']);
    expect((await setKillSwitch({ paused: false })).body.data.paused).toBe(false);
    for (const wrong of [
      { paused: true },
      { paused: true, reason: ' ' },
      { paused: true, reason: '\u0000\u200b' },
      { reason: 'x' },
      { paused: 'yes', reason: 'x' },
    ])
      expect((await setKillSwitch(wrong)).status).toBe(400);
    expect((await setKillSwitch({ paused: false }, 'moderator')).status).toBe(403);
    expect(target).toHaveLength(2);
  });

  it('reports that the service is down', async () => {
    provided.services.notifications.handlers[deliveries('ListDispatches')] = () => {
      throw unavailable('The service is busy. Please try again in a moment.');
    };
    expect((await asAdmin('dispatches')).status).toBe(503);
  });
});
