import { buildForecast } from '@/testing/weather-builders.js';
import { missingReadings, type DisplayedReading } from './missing-readings.js';

const readings: DisplayedReading[] = [
  { label: 'Wind', value: '13 km/h S', fields: ['wind_kph'] },
  { label: 'UV index', value: '--', fields: ['uv'] },
  { label: 'Dew point', value: '--', fields: ['dewpoint_f'] },
];
const { current } = buildForecast();
const without = (...not_measured: string[]) => current && { ...current, not_measured };

describe('missing readings', () => {
  it('are listed once as never measured by the station', () => {
    const { available, missing } = missingReadings(readings, {
      current: without('uv', 'dewpoint_f'),
      from: 'observation',
    });
    expect(available.map(({ label }) => label)).toEqual(['Wind']);
    expect(missing).toEqual([{ label: 'Not measured by this station', names: 'UV index, dew point' }]);
  });

  it('are distinguished from those missing only this time', () => {
    const { missing } = missingReadings(readings, { current: without('uv'), from: 'observation' });
    expect(missing).toEqual([
      { label: 'Not measured by this station', names: 'UV index' },
      { label: 'We can’t tell right now', names: 'Dew point' },
    ]);
  });

  it("don't mention a station when there is none", () => {
    const { missing } = missingReadings(readings, { current: without('uv', 'dewpoint_f'), from: 'forecast' });
    expect(missing.map(({ label }) => label)).toEqual(['Not in this forecast']);
  });

  it('stay as dashes while nothing is known', () => {
    expect(missingReadings(readings, { current: undefined, from: undefined })).toEqual({
      available: readings,
      missing: [],
    });
  });
});
