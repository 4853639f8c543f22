import { conditionOf } from './icons.js';
import { Recordings, resolvePlaceholder, resolveTimes } from './recording.js';

const now = new Date('2026-11-20T21:34:56Z');

describe('the times of a recording', () => {
  it.each([
    ['date:now', '2026-11-20T21:34:56+00:00'],
    ['date:now -7 seconds', '2026-11-20T21:34:49+00:00'],
    ['date:now +8955 seconds', '2026-11-21T00:04:11+00:00'],
    ['date:now:hour 0 hours', '2026-11-20T21:00:00+00:00'],
    ['date:now:hour -1 hours', '2026-11-20T20:00:00+00:00'],
    ['date:now:hour +6 hours / P1DT9H', '2026-11-21T03:00:00+00:00/P1DT9H'],
    ['date:now +0 hours / PT1H', '2026-11-20T21:34:56+00:00/PT1H'],
    ['date:today 06:32:-06', '2026-11-20T06:32:00-06:00'],
    ['date:today 18:00:-5 +6 days', '2026-11-26T18:00:00-05:00'],
    ['date:today 06:00:-5 +1 days / PT12H', '2026-11-21T06:00:00-05:00/PT12H'],
  ])('%s is %s', (placeholder, time) => {
    expect(resolvePlaceholder(placeholder, now)).toBe(time);
  });

  it('use the place’s calendar day, not UTC’s', () => {
    expect(resolvePlaceholder('date:today 06:00:-6', new Date('2026-11-21T03:00:00Z'))).toBe(
      '2026-11-20T06:00:00-06:00',
    );
  });

  it('are current even if the recording kept its own date', () => {
    expect(resolveTimes({ timestamp: '2024-02-20T15:53:00+00:00' }, now)).toEqual({
      timestamp: '2026-11-20T21:14:56+00:00',
    });
  });

  it.each(['hourly', 'halfDays'] as const)('has no rain icon on the mild day without rain in the words: %s', (name) => {
    const { properties } = new Recordings().replay(name, now) as {
      properties: { periods: { shortForecast: string; icon: string; isDaytime: boolean }[] };
    };
    const skies = properties.periods.map((period) => [
      period.shortForecast,
      conditionOf(period.shortForecast, period.icon, period.isDaytime)?.icon,
    ]);
    expect(skies.filter(([text]) => text?.startsWith('Breezy')).length).toBeGreaterThan(1);
    for (const [text, icon] of skies) {
      expect([text, /rain|shower/.test(icon ?? '')]).toEqual([text, /rain/i.test(text ?? '')]);
      expect([text, icon === 'wind']).toEqual([text, /breezy/i.test(text ?? '')]);
    }
  });

  it.each([
    ['2026-11-20T21:34:56Z', 'November 20', 'CST'],
    ['2026-06-01T15:10:00Z', 'June 1', 'CDT'],
  ])('are also in the texts of the alerts: %s', (moment, date, zone) => {
    const at = new Date(moment);
    const { features } = new Recordings().replay('alerts', at) as {
      features: { properties: { ends: string; headline: string; description: string } }[];
    };
    const { ends, headline, description } = features[0]!.properties;
    const end = new Intl.DateTimeFormat('en-US', { timeZone: 'America/Chicago', hour: 'numeric', minute: '2-digit' })
      .format(new Date(ends))
      .replaceAll(/\s/g, '');
    expect(headline).toMatch(
      new RegExp(`issued ${date} at \\d{1,2}:\\d\\d[AP]M ${zone} until ${date} at ${end} ${zone} by`),
    );
    expect(description.replace(/ (?=[AP]M)/g, '')).toContain(`Until ${end.replace(':', '')} ${zone}.`);
    expect(JSON.stringify(features.map(({ properties }) => [properties.headline, properties.description]))).not.toMatch(
      zone === 'CST' ? /July|CDT/ : /July|CST/,
    );
  });

  it('have the sunrise and sunset of the day', () => {
    const sunOf = (at: Date) =>
      (new Recordings().replay('point', at) as { properties: { astronomicalData: Record<string, string> } }).properties
        .astronomicalData;
    const [winter, summer] = [new Date('2026-12-21T18:00:00Z'), new Date('2026-06-21T18:00:00Z')].map(sunOf);
    expect(winter).toMatchObject({
      sunrise: expect.stringMatching(/^2026-12-21T13:1\d/) as string,
      sunset: expect.stringMatching(/^2026-12-21T23:0\d/) as string,
    });
    expect(summer).toMatchObject({
      sunrise: expect.stringMatching(/^2026-06-21T1[01]:\d\d/) as string,
      sunset: expect.stringMatching(/^2026-06-22T01:2\d/) as string,
    });
  });

  it.each(['point', 'grid', 'halfDays', 'hourly', 'stations', 'observations', 'alerts'] as const)(
    'are all resolved: %s',
    (name) => {
      expect(JSON.stringify(new Recordings().replay(name, now))).not.toContain('date:');
    },
  );
});
