import type { Alert } from '@site/proto/weather/v1/alerts.responses';
import { buildAlert, buildAlerts } from '@/testing/weather-builders.js';
import { alertState, type TimedAlerts } from './alert-queries.js';
import { deriveDocumentTiming, deriveNetworkTiming } from '../time/upstream-clock.js';
import type { AlertsResponse } from './alert-queries.js';

const minute = 60_000;
/** Upstream time, independent of the phone's clocks. */
const now = Date.parse('2026-11-21T20:00:00Z');
const at = (minutes: number) => new Date(now + minutes * minute).toISOString();
const buildClockReading = (minutes = 0, phoneIsOff = 0) => ({
  steady: 1e6 + minutes * minute,
  wall: now + (minutes + phoneIsOff) * minute,
});

const answer = (alerts: Alert[] = [], changes: Partial<AlertsResponse> = {}): AlertsResponse =>
  buildAlerts(alerts, { updatedAt: at(0), sourceTime: at(0), serverTime: at(0), ...changes });
const warning = (number: number, changes: Partial<Alert> = {}) =>
  buildAlert(number, { effective: at(-10), sent: at(-10), onset: at(-10), ends: at(60), ...changes });

const idle = { isError: false, isPending: false, isFetching: false };
/** A response that just arrived at a phone whose clock is off by this many minutes. */
const fetched = (data: AlertsResponse, sentAt: string | null = at(0), phoneIsOff = 0): TimedAlerts => ({
  ...data,
  timing: deriveNetworkTiming(data, sentAt, buildClockReading(0, phoneIsOff)),
});
const inDocument = (data: AlertsResponse, phoneIsOff = 0): TimedAlerts => ({
  ...data,
  timing: deriveDocumentTiming(data, buildClockReading(0, phoneIsOff)),
});
const stateOf = (data: TimedAlerts, later = 0, phoneIsOff = 0, poll = idle) =>
  alertState({ ...poll, data }, buildClockReading(later, phoneIsOff));
const idsIn = (state: ReturnType<typeof stateOf>) =>
  state.kind === 'alerts' ? state.alerts.map(({ id }) => id) : state.kind;

describe('the state of the alerts', () => {
  it('is "loading" before the first response', () => {
    expect(alertState({ ...idle, data: undefined, isPending: true }, buildClockReading()).kind).toBe('loading');
  });

  it('is "none" only after a fresh, successful response', () => {
    expect(stateOf(fetched(answer())).kind).toBe('none');
  });

  it('is "unavailable" when the call failed', () => {
    expect(alertState({ ...idle, data: undefined, isError: true }, buildClockReading()).kind).toBe('unavailable');
  });

  it.each<[string, Partial<AlertsResponse>]>([
    ['the server says that it does not know', { ok: false }],
    ['the answer is five minutes old, whatever it says', { updatedAt: at(-5) }],
    ['the answer has no readable age', { updatedAt: null }],
    ['the source’s clock was never heard', { sourceTime: null }],
  ])('is "unavailable" when %s', (_case, changes) => {
    expect(stateOf(fetched(answer([], changes))).kind).toBe('unavailable');
  });

  it('says nothing about other places from a list that is complete for a county only', () => {
    const part = inDocument(answer([warning(1)], { completeFor: '05119', abridged: true }));
    const about = (county?: string | null) => alertState({ ...idle, data: part }, buildClockReading(), county);
    expect([about(), about('05007'), about('05119')]).toMatchObject([
      { confirmed: false },
      { confirmed: false },
      { confirmed: true },
    ]);
    const none = inDocument(answer([warning(1)], { completeFor: null, abridged: true }));
    expect(alertState({ ...idle, data: none }, buildClockReading(), '05119')).toMatchObject({ confirmed: false });
    expect(alertState({ ...idle, data: none }, buildClockReading(), null)).toMatchObject({ confirmed: true });
  });

  it('is "unavailable" when the latest attempt failed, however recent the previous response', () => {
    const failed = { ...idle, isError: true };
    expect(stateOf(fetched(answer()), 1, 0, failed).kind).toBe('unavailable');
  });

  it('drops alerts past their end, and keeps those without one', () => {
    const alerts = [warning(1, { ends: at(-1) }), warning(2), warning(3, { ends: null })];
    expect(idsIn(stateOf(fetched(answer(alerts))))).toEqual(['urn:oid:2', 'urn:oid:3']);
  });

  it("uses the event's end, not the message's expiry", () => {
    const alert = warning(1, { expires: at(-1), ends: at(60) });
    expect(idsIn(stateOf(fetched(answer([alert]))))).toEqual(['urn:oid:1']);
  });

  it('sorts the most dangerous first and future ones last', () => {
    const alerts = [
      warning(1, { danger: 80 }),
      warning(2, { danger: 20 }),
      warning(3, { danger: 0, onset: at(30) }),
      warning(4, { danger: 10 }),
    ];
    const ids = ['urn:oid:4', 'urn:oid:2', 'urn:oid:1', 'urn:oid:3'];
    expect(idsIn(stateOf(fetched(answer(alerts))))).toEqual(ids);
    // Half an hour later it is in effect and the most dangerous.
    expect(idsIn(stateOf(fetched(answer(alerts)), 31))[0]).toBe('urn:oid:3');
  });

  it('keeps showing alerts of an old response, marked as unconfirmed', () => {
    const data = fetched(answer([warning(1)], { ok: false, updatedAt: at(-20) }));
    expect(stateOf(data, 20)).toMatchObject({ kind: 'alerts', confirmed: false });
  });

  it('never becomes "none" because the last alert of an old response ended', () => {
    const data = fetched(answer([warning(1, { ends: at(10) })]));
    expect(stateOf(data, 20).kind).toBe('unavailable');
  });
});

describe.each([-45, 0, 45])('a phone whose clock is %i minutes off', (off) => {
  it('shows "none" after a fetched response until it is too old', () => {
    const data = fetched(answer(), at(0), off);
    expect(stateOf(data, 0, off).kind).toBe('none');
    expect(stateOf(data, 4, off).kind).toBe('none');
    expect(stateOf(data, 5, off).kind).toBe('unavailable');
  });

  it('hides and ends no alert', () => {
    const alerts = [warning(1, { ends: at(20) }), warning(2, { onset: at(20), ends: at(90) })];
    expect(stateOf(fetched(answer(alerts), at(0), off), 0, off)).toMatchObject({ confirmed: true, now });
    expect(idsIn(stateOf(fetched(answer(alerts), at(0), off), 19, off))).toEqual(['urn:oid:1', 'urn:oid:2']);
    expect(idsIn(stateOf(fetched(answer(alerts), at(0), off), 21, off))).toEqual(['urn:oid:2']);
  });

  it('shows the embedded alerts unchanged', () => {
    expect(idsIn(stateOf(inDocument(answer([warning(1, { ends: at(20) })]), off), 0, off))).toEqual(['urn:oid:1']);
  });
});

describe('an embedded "none"', () => {
  const asking = { ...idle, isFetching: true };
  it.each([-2, 0, 4])("counts when it is %i minutes old by the phone's clock", (age) => {
    expect(stateOf(inDocument(answer(), age), 0, age).kind).toBe('none');
  });

  it.each([-45, -3, 5, 45])('is "loading" when it is %i minutes old by the phone\'s clock', (age) => {
    expect(stateOf(inDocument(answer(), age), 0, age, asking).kind).toBe('loading');
    expect(stateOf(inDocument(answer(), age), 0, age, { ...asking, isError: true }).kind).toBe('unavailable');
  });
});

describe('a cached response', () => {
  it('includes its time in the cache in its age: ended alerts are gone, and its "none" expires', () => {
    const kept = answer([warning(1, { ends: at(3) }), warning(2)]);
    expect(idsIn(stateOf(fetched(kept, at(4))))).toEqual(['urn:oid:2']);
    expect(stateOf(fetched(answer(), at(4))).kind).toBe('none');
    expect(stateOf(fetched(answer(), at(4)), 1).kind).toBe('unavailable');
  });

  it('after hours ends what has ended since if the phone\'s clock agrees, and never shows "none"', () => {
    const kept = answer([warning(1, { ends: at(3) }), warning(2, { ends: null })]);
    expect(idsIn(stateOf(fetched(kept, at(180), 180), 0, 180))).toEqual(['urn:oid:2']);
    expect(stateOf(fetched(kept, at(180), 180), 0, 180)).toMatchObject({ confirmed: false });
    expect(stateOf(fetched(answer(), at(180), 180), 0, 180).kind).toBe('unavailable');
  });

  it.each([-3, 5, 45])("isn't trusted and ends nothing when the clocks differ by %i minutes", (difference) => {
    expect(stateOf(fetched(answer(), at(difference))).kind).toBe('unavailable');
    const kept = fetched(answer([warning(1, { ends: at(3) })]), at(difference));
    expect(stateOf(kept)).toMatchObject({ kind: 'alerts', confirmed: false });
  });
});

it('a phone that slept shows the old alerts as unconfirmed until the next response', () => {
  const data = fetched(answer([warning(1, { ends: at(20) })]));
  // The monotonic clock stopped during sleep.
  const awake = { steady: buildClockReading().steady + 5_000, wall: now + 60 * minute };
  expect(alertState({ ...idle, data }, awake)).toMatchObject({ kind: 'alerts', confirmed: false });
  expect(alertState({ ...idle, data: fetched(answer()) }, awake).kind).toBe('unavailable');
});
