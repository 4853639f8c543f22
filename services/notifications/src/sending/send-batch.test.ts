import { aReserved, aDispatch } from '../testing/sending.js';
import type { DeliveryResult } from '../adapters/adapter.js';
import { resultOf } from './send-batch.js';

const now = Date.parse('2026-04-03T23:12:05Z');
const dispatch = aDispatch({
  firstSeenAt: new Date(now - 3_000),
  createdAt: new Date(now - 2_000),
  sendUntil: new Date(now + 30 * 60_000),
});
const reserved = aReserved;
const later: DeliveryResult = { state: 'later', reason: 'status 503' };

describe('a message', () => {
  it('that was accepted counts from our first sight of the warning, unless it was held', () => {
    expect(resultOf(dispatch, reserved(), { state: 'accepted' }, now)).toMatchObject({
      state: 'accepted',
      lagSeconds: 3,
    });
    expect(resultOf(dispatch, reserved({ wasHeld: true }), { state: 'accepted' }, now).lagSeconds).toBeUndefined();
  });

  it.each([
    [0, 1_000],
    [1, 4_000],
    [2, 15_000],
    [9, 15_000],
  ])('that failed after %i attempts is retried after about %i ms', (tries, waitMs) => {
    const { state, dueInMs } = resultOf(dispatch, reserved({ tries }), later, now);
    expect(state).toBe('waiting');
    expect(Math.abs((dueInMs ?? 0) - waitMs)).toBeLessThanOrEqual(waitMs * 0.2);
  });

  it('waits as long as the other side asks, with a last attempt before the warning ends', () => {
    expect(resultOf(dispatch, reserved(), { ...later, waitMs: 120_000 }, now).dueInMs).toBe(120_000);
    expect(resultOf(dispatch, reserved(), { ...later, waitMs: 60 * 60_000 }, now).dueInMs).toBe(30 * 60_000 - 1_000);
  });

  it('does not count an attempt that was skipped during a pause', () => {
    expect(resultOf(dispatch, reserved({ tries: 2 }), { ...later, notTried: true }, now).tries).toBe(2);
  });

  it('is late when its time is over', () => {
    const over = { ...dispatch, sendUntil: new Date(now - 1) };
    expect(resultOf(over, reserved(), later, now)).toMatchObject({ state: 'late', reason: 'status 503' });
    const never = { ...later, waitMs: Number.POSITIVE_INFINITY } as const;
    expect(resultOf(dispatch, reserved(), never, now).state).toBe('late');
  });
});
