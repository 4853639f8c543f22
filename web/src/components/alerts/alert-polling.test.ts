import { jest } from '@jest/globals';
import { QueryObserver } from '@tanstack/react-query';
import { createQueryClient } from '@/shell/app.js';
import { buildAlert, buildAlerts } from '@/testing/weather-builders.js';
import { fakeGateway, type FakeResponse } from '@/testing/fake-gateway.js';
import { alertsQuery } from './alert-queries.js';
import type { AlertsResponse } from './alert-queries.js';

const calm = (changes: Partial<AlertsResponse> = {}): FakeResponse => ({ data: buildAlerts([], changes) });
const ago = (seconds: number) => new Date(Date.now() - seconds * 1_000).toISOString();

describe('polling the alerts', () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });
  let leave: () => void = () => undefined;
  afterEach(() => {
    leave();
    document.getElementById('alerts-data')?.remove();
    jest.useRealTimers();
  });
  const wait = (seconds: number) => jest.advanceTimersByTimeAsync(seconds * 1_000);

  async function watch(answer: () => FakeResponse) {
    const calls = fakeGateway({ 'GET /main/weather/alerts': answer });
    const client = createQueryClient();
    client.mount();
    const observer = new QueryObserver(client, alertsQuery);
    const stop = observer.subscribe(() => undefined);
    leave = () => {
      stop();
      client.unmount();
      client.clear();
    };
    await wait(0.05);
    return { calls, shown: () => observer.getCurrentResult().data };
  }

  function inDocument(data: AlertsResponse) {
    const block = document.createElement('script');
    block.type = 'application/json';
    block.id = 'alerts-data';
    block.textContent = JSON.stringify({ status: true, action: 'OK', data });
    document.body.append(block);
  }

  it('happens every minute in calm weather, and every 10 seconds in severe weather', async () => {
    let answer = calm();
    const { calls } = await watch(() => answer);
    expect(calls).toHaveLength(1);
    await wait(59);
    expect(calls).toHaveLength(1);
    answer = { data: buildAlerts([buildAlert(1)]) };
    await wait(1);
    expect(calls).toHaveLength(2);
    await wait(30);
    expect(calls).toHaveLength(5);
  });

  it('happens every 10 seconds when the response sets no interval', async () => {
    const { calls } = await watch(() => calm({ pollSeconds: undefined }));
    await wait(20.1);
    expect(calls).toHaveLength(3);
  });

  it('backs off gradually on failures, up to 30 seconds', async () => {
    let answer: FakeResponse = 'network failure';
    const { calls } = await watch(() => answer);
    await wait(180);
    const inThreeMinutes = calls.length;
    await wait(180);
    // Five or six polls of two attempts each.
    expect(calls.length - inThreeMinutes).toBeGreaterThanOrEqual(10);
    expect(calls.length - inThreeMinutes).toBeLessThanOrEqual(12);
    answer = calm();
    await wait(31);
    const recovered = calls.length;
    await wait(60);
    expect(calls.length).toBe(recovered + 1);
  });

  it('stops while the page is hidden', async () => {
    const visibility = jest.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    try {
      document.dispatchEvent(new Event('visibilitychange'));
      const { calls } = await watch(() => calm({ pollSeconds: 10 }));
      await wait(120);
      expect(calls.length).toBeLessThanOrEqual(1);
    } finally {
      visibility.mockRestore();
      document.dispatchEvent(new Event('visibilitychange'));
    }
  });

  it('ignores an older response from another server', async () => {
    const newer = ago(5);
    const older = ago(60);
    let answer = { data: buildAlerts([buildAlert(1)], { updatedAt: newer }) };
    const { shown } = await watch(() => answer);
    answer = { data: buildAlerts([], { updatedAt: older }) };
    await wait(20);
    expect(shown()?.alerts.map(({ id }) => id)).toEqual(['urn:oid:1']);
    answer = { data: buildAlerts([], { updatedAt: new Date().toISOString() }) };
    await wait(20);
    expect(shown()?.alerts).toEqual([]);
  });

  it('waits for the next interval after a recent, complete embedded response', async () => {
    inDocument(buildAlerts());
    const { calls, shown } = await watch(() => calm());
    expect(calls).toHaveLength(0);
    expect(shown()?.ok).toBe(true);
  });

  it.each<[string, () => AlertsResponse]>([
    ['abridged', () => buildAlerts([buildAlert(1)], { abridged: true, pollSeconds: 60 })],
    ['ten minutes old', () => buildAlerts([], { serverTime: ago(600), sourceTime: ago(600), updatedAt: ago(600) })],
    ['from the future by this phone’s clock', () => buildAlerts([], { serverTime: ago(-600) })],
  ])('happens immediately when the embedded response is %s', async (_case, build) => {
    inDocument(build());
    const { calls } = await watch(() => calm());
    expect(calls).toHaveLength(1);
  });
});
