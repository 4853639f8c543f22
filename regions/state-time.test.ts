import fc from 'fast-check';
import { timeZoneOf } from './counties.js';
import { state } from './state.js';
import { latestMonday, stateInstant, stateLocalTime } from './state-time.js';

describe('the time zone of counties', () => {
  const county = { slug: 'east', name: 'East County', lat: 38, lon: -100 };
  const timeZone = 'America/Denver';
  const all = [
    { ...county, fips: '00001' },
    { ...county, fips: '00003', timeZone },
    { ...county, fips: '00005', timeZone },
  ];
  it.each([
    ['that have their own', ['00003', '00005'], timeZone],
    ['that have none of their own', ['00001'], state.timeZone],
    ['in two zones', ['00001', '00003'], state.timeZone],
    ['elsewhere', ['99999'], state.timeZone],
  ])('of those %s', (_which, fips, expected) => {
    expect(timeZoneOf(fips, all)).toBe(expected);
  });
});

describe('Arkansas local time', () => {
  it.each([
    ['2026-11-26T07:30', '2026-11-26T13:30:00.000Z', false],
    ['2027-07-04T21:00', '2027-07-05T02:00:00.000Z', false],
    ['2027-03-14T01:59', '2027-03-14T07:59:00.000Z', false],
    ['2027-03-14T03:00', '2027-03-14T08:00:00.000Z', false],
    // Occurs twice that night: the first one counts.
    ['2027-11-07T01:00', '2027-11-07T06:00:00.000Z', true],
    ['2027-11-07T01:59', '2027-11-07T06:59:00.000Z', true],
    ['2027-11-07T02:00', '2027-11-07T08:00:00.000Z', false],
  ])('%s is %s', (local, at, twice) => {
    expect(stateInstant(local)).toEqual({ at: new Date(at), twice });
  });

  it.each(['2027-03-14T02:00', '2027-03-14T02:30', '2027-03-14T02:59'])(
    'rejects %s, which the clocks skip',
    (local) => {
      expect(stateInstant(local)).toEqual({ problem: expect.stringContaining("doesn't exist") as string });
    },
  );

  it.each([
    '',
    'tomorrow',
    '2026-02-30T07:30',
    '2026-11-26',
    '2026-11-26T25:00',
    '2026-11-26T07:30Z',
    '٢٠٢٦-11-26T07:30',
  ])('rejects %j', (local) => {
    expect(stateInstant(local)).toEqual({ problem: expect.stringContaining('Enter a date and time') as string });
  });

  it('converts to local time and back, except for the second of two equal hours', () => {
    const minutes = fc.integer({ min: Date.UTC(2026, 0) / 60_000, max: Date.UTC(2032, 0) / 60_000 });
    fc.assert(
      fc.property(minutes, (minute) => {
        const at = new Date(minute * 60_000);
        const read = stateInstant(stateLocalTime(at));
        if ('problem' in read) throw new Error(read.problem);
        if (!read.twice) expect(read.at).toEqual(at);
        else expect([0, 3_600_000]).toContain(at.getTime() - read.at.getTime());
      }),
      { numRuns: 500 },
    );
  });
});

describe('the latest Monday at 8 AM', () => {
  it.each([
    ['the moment itself, in winter', '2026-11-23T14:00:00.000Z', '2026-11-23', '2026-11-23T14:00:00.000Z'],
    ['a millisecond before it', '2026-11-23T13:59:59.999Z', '2026-11-16', '2026-11-16T14:00:00.000Z'],
    ['a Sunday evening that is Monday by UTC', '2026-11-23T03:00:00.000Z', '2026-11-16', '2026-11-16T14:00:00.000Z'],
    ['a Monday in summer', '2026-07-13T13:00:00.000Z', '2026-07-13', '2026-07-13T13:00:00.000Z'],
    ['the Monday after clocks went forward', '2027-03-15T13:00:00.000Z', '2027-03-15', '2027-03-15T13:00:00.000Z'],
    ['the hour before that', '2027-03-15T12:59:00.000Z', '2027-03-08', '2027-03-08T14:00:00.000Z'],
    ['the Monday after clocks went back', '2027-11-08T14:00:00.000Z', '2027-11-08', '2027-11-08T14:00:00.000Z'],
    ['the hour before that', '2027-11-08T13:30:00.000Z', '2027-11-01', '2027-11-01T13:00:00.000Z'],
    ['the night in which clocks go back', '2027-11-07T07:30:00.000Z', '2027-11-01', '2027-11-01T13:00:00.000Z'],
    ['a week over the turn of the year', '2027-01-03T23:00:00.000Z', '2026-12-28', '2026-12-28T14:00:00.000Z'],
  ])('as of %s', (_when, now, date, at) => {
    expect(latestMonday(new Date(now), 8)).toEqual({ date, at: new Date(at) });
  });
});
