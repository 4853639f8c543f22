import { buildAlert, buildAlerts } from '../../testing/builders.js';
import { alertState } from './weather-queries.js';

const now = Date.now();
const minutesAgo = (minutes: number) => new Date(now - minutes * 60_000).toISOString();
const poll = { data: undefined, dataUpdatedAt: now, errorUpdatedAt: 0, isPending: false, isFetching: false };

describe('what is said about alerts', () => {
  it('is nothing before the first answer', () => {
    expect(alertState({ ...poll, isPending: true }, now).kind).toBe('loading');
  });

  it('is "none" only after a fresh, successful answer', () => {
    expect(alertState({ ...poll, data: buildAlerts() }, now).kind).toBe('none');
  });

  it('is "unavailable" when the call failed', () => {
    expect(alertState(poll, now).kind).toBe('unavailable');
  });

  it('is "unavailable" when the server says that it does not know', () => {
    expect(alertState({ ...poll, data: buildAlerts([], { ok: false }) }, now).kind).toBe('unavailable');
  });

  it('is "unavailable" when the answer is five minutes old, whatever it says', () => {
    const data = buildAlerts([], { updatedAt: minutesAgo(5) });
    expect(alertState({ ...poll, data }, now).kind).toBe('unavailable');
  });

  it('is "unavailable" when the answer has no readable age', () => {
    expect(alertState({ ...poll, data: buildAlerts([], { updatedAt: null }) }, now).kind).toBe('unavailable');
  });

  it('is "unavailable" when the latest attempt failed, however young the answer before it', () => {
    const data = buildAlerts([], { updatedAt: minutesAgo(1) });
    expect(alertState({ ...poll, data, dataUpdatedAt: now - 60_000, errorUpdatedAt: now }, now).kind).toBe(
      'unavailable',
    );
  });

  it('drops alerts past their end by the clock of the browser', () => {
    const alerts = [buildAlert(1, { expires: minutesAgo(1) }), buildAlert(2)];
    const state = alertState({ ...poll, data: buildAlerts(alerts) }, now);
    expect(state.kind === 'alerts' && state.alerts.map((alert) => alert.id)).toEqual(['urn:oid:2']);
  });

  it('keeps showing alerts of an old answer, marked as unconfirmed', () => {
    const data = buildAlerts([buildAlert(1)], { ok: false, updatedAt: minutesAgo(20) });
    expect(alertState({ ...poll, data, dataUpdatedAt: now - 20 * 60_000 }, now)).toMatchObject({
      kind: 'alerts',
      confirmed: false,
    });
  });

  it('never turns into "none" because the last alert of an old answer ended', () => {
    const data = buildAlerts([buildAlert(1, { expires: minutesAgo(1) })], { updatedAt: minutesAgo(20) });
    expect(alertState({ ...poll, data, dataUpdatedAt: now - 20 * 60_000 }, now).kind).toBe('unavailable');
  });
});
