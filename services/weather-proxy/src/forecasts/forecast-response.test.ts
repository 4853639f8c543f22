import { sampleForecast } from '../nws/sample-forecast.js';
import { toForecastResponse } from './forecast-response.js';
import type { Place } from '../readings/place-forecast.js';

const now = Date.parse('2026-11-20T18:00:00Z');
const nameAt = (changes: Partial<Place>) => {
  const sample = sampleForecast(now);
  const forecast = { ...sample, place: { ...sample.place, ...changes } };
  return toForecastResponse(forecast, { now, days: 1, stale: false, alerts: { ok: true, alerts: [] } }).location?.name;
};

describe('the name of a place', () => {
  const nearConway = { lat: 35.08, lon: -92.45, county: '05045' };

  it('is the provider’s', () => {
    expect(nameAt({ ...nearConway, name: 'Conway Southwest' })).toBe('Conway Southwest');
  });

  it('is the nearest town’s when the provider has none', () => {
    expect(nameAt({ ...nearConway, name: '' })).toBe('Conway');
  });

  it('is not an Arkansas town’s when the place is in another state', () => {
    // Memphis, across the river from West Memphis.
    expect(nameAt({ lat: 35.15, lon: -90.05, county: '', name: '' })).toBe('');
  });
});
