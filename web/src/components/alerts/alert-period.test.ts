import { formatAlertTime, whenOf } from './alert-period.js';

/** A Saturday, 2:00 PM in Arkansas. */
const now = Date.parse('2026-11-21T20:00:00Z');
const effective = '2026-11-21T19:00:00Z';

describe('when an alert is in effect', () => {
  it.each([
    ['In effect now, until 6:45 PM CST', { effective, ends: '2026-11-22T00:45:00Z' }],
    ['In effect now, until Sunday 6 AM CST', { effective, ends: '2026-11-22T12:00:00Z' }],
    ['In effect now, until Sun, Nov 29, 6 AM CST', { effective, ends: '2026-11-29T12:00:00Z' }],
    ['In effect now, until Sat, Jan 2, 2027, 6 AM CST', { effective, ends: '2027-01-02T12:00:00Z' }],
    ['In effect now, until further notice', { effective, ends: null, until_further_notice: true }],
    ['In effect now, no end given', { effective, ends: null }],
    [
      'Begins Sunday 6 AM, until Monday 9 AM CST',
      { effective, onset: '2026-11-22T12:00:00Z', ends: '2026-11-23T15:00:00Z' },
    ],
    ['Begins 6 PM CST, until further notice', { effective, onset: '2026-11-22T00:00:00Z', until_further_notice: true }],
    ['Over since 1:59 PM CST', { effective, ends: '2026-11-21T19:59:00Z' }],
    ['Over since Friday 6 PM CST', { effective, ends: '2026-11-21T00:00:00Z' }],
  ])('reads "%s"', (text, alert) => {
    expect(whenOf(alert, now)).toBe(text);
  });

  it("uses the onset, never the message's expiry", () => {
    const alert = { effective, onset: '2026-11-22T12:00:00Z', expires: '2026-11-21T19:30:00Z', ends: null };
    expect(whenOf(alert, now)).toBe('Begins Sunday 6 AM CST, no end given');
  });

  it('names both zones when daylight saving time changes in between', () => {
    const saturday = Date.parse('2026-10-31T20:00:00Z');
    const alert = { effective, onset: '2026-11-01T04:00:00Z', ends: '2026-11-01T12:00:00Z' };
    expect(whenOf(alert, saturday)).toBe('Begins 11 PM CDT, until Sunday 6 AM CST');
  });

  it('includes the year when it differs', () => {
    expect(formatAlertTime(Date.parse('2025-04-27T00:06:00Z'), now)).toBe('Sat, Apr 26, 2025, 7:06 PM CDT');
  });
});
