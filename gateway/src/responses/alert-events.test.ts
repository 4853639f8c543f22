import { unavailable } from '@site/proto/grpc';
import request from 'supertest';
import { until } from '../../../services/platform/testing/until.js';
import { anAlert, anAlertEvent, someAlerts } from '../testing/fake-messages.js';
import { setupGateway } from '../testing/given-gateway.js';

describe('GET /main/weather/event/{name}', () => {
  const provided = setupGateway({ RATE_LIMIT_SCALE: '100' });
  const getAlertEvent = 'weather.v1.AlertEventsService/GetAlertEvent';
  const get = (name: string) => request(provided.gateway.url).get(`/main/weather/event/${encodeURIComponent(name)}`);
  const calls = () => provided.services.weather.callsOf(getAlertEvent);
  const response = (event: (name: string) => object) => {
    provided.services.weather.handlers[getAlertEvent] = ({ name }) => event(name as string);
  };
  const fail = () => {
    throw unavailable('The database is away.');
  };

  it('returns an event with its revisions by event key or message id', async () => {
    for (const name of ['KLZK.TO.W.0042.2026', 'urn:oid:2.49.0.1.840.0.1']) {
      const { status, body, headers } = await get(name);
      expect([status, headers['cache-control']]).toEqual([
        200,
        'public, max-age=0, s-maxage=5, stale-while-revalidate=5',
      ]);
      expect(Object.keys(body.data)).toEqual([
        'ok',
        'event_key',
        'event',
        'active',
        'ended_at',
        'ended_by',
        'successor_key',
        'unlisted_since',
        'sourceTime',
        'serverTime',
        'revisions',
      ]);
      expect(body.data).toMatchObject({ ok: true, event_key: 'KLZK.TO.W.0042.2026', active: true, ended_at: null });
      expect(body.data.revisions[0]).toMatchObject({ revision: 1, action: 'NEW', changes: [] });
      expect(body.data.revisions[0].alerts[0]).toMatchObject({ level: 'warning', geometry: { type: 'Point' } });
    }
  });

  it('returns 404 for unknown events and invalid names', async () => {
    for (const name of ['KLZK.TO.W.9999.2026', 'x'.repeat(301)])
      expect([(await get(name)).status, (await get(name)).body.status]).toEqual([404, false]);
  });

  it("doesn't call an unlisted event over or expired before its end", async () => {
    const unlistedSince = new Date(Date.now() - 60_000).toISOString();
    const ends = (minutes: number) => ({ expires: new Date(Date.now() + minutes * 60_000).toISOString() });
    response((name) => anAlertEvent({ eventKey: name, unlistedSince }, ends(name === 'GONE' ? 15 : -0.1)));
    expect((await get('GONE')).body.data).toMatchObject({
      active: true,
      ended_at: null,
      ended_by: '',
      unlisted_since: unlistedSince,
    });
    expect((await get('PAST')).body.data).toMatchObject({ active: false, ended_by: 'expired', unlisted_since: null });
  });

  it('shares one call among concurrent requests, and calls again after the alert list changes', async () => {
    response((name) => anAlertEvent({ eventKey: name }));
    const before = calls();
    await Promise.all(Array.from({ length: 30 }, () => get('MANY')));
    expect(calls() - before).toBe(1);
    response((name) => anAlertEvent({ eventKey: name, event: 'Changed' }));
    provided.services.weather.handlers['weather.v1.AlertsService/ListAlerts'] = () =>
      someAlerts({ version: 2, alerts: [anAlert({ id: 'another' })] });
    provided.services.weather.announce('alerts');
    await until('the change', async () => (await get('MANY')).body.data.event === 'Changed', 2_000);
  });

  it('returns the last known state with ok=false during an outage, or 503 if there is none', async () => {
    response((name) => anAlertEvent({ eventKey: name }));
    expect((await get('KNOWN')).body.data).toMatchObject({ ok: true, event_key: 'KNOWN' });
    provided.services.weather.handlers[getAlertEvent] = fail;
    provided.services.weather.handlers['weather.v1.AlertsService/ListAlerts'] = () =>
      someAlerts({ version: 3, alerts: [anAlert({ id: 'listed', eventKey: 'LISTED' })] });
    provided.services.weather.announce('alerts');
    await until('the loss', async () => (await get('KNOWN')).body.data.ok === false);
    expect((await get('KNOWN')).body.data).toMatchObject({ event_key: 'KNOWN', active: true });
    const unknown = await get('UNKNOWN');
    expect([unknown.status, unknown.headers['retry-after']]).toEqual([503, '5']);
    // Even when the weather proxy can't be reached.
    expect((await get('LISTED')).body.data).toMatchObject({ ok: true, active: true, event_key: 'LISTED' });
  });
  it("doesn't wait for a hung weather proxy until its deadline", async () => {
    provided.services.weather.handlers[getAlertEvent] = () => new Promise<object>(() => undefined);
    const startedAt = performance.now();
    expect((await get('HANGS')).status).toBe(503);
    expect((await request(provided.gateway.url).get('/warning/HANGS')).status).toBe(200);
    expect(performance.now() - startedAt).toBeLessThan(5_000);
  });
});
