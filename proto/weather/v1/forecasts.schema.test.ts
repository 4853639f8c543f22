import { cellAt, cellRadiusKm } from '@site/domain/weather/forecast-cells';
import { forecastBounds } from './forecasts.schema.js';

const kmPerDegree = 111.32;
const kmBetween = (one: { lat: number; lon: number }, other: { lat: number; lon: number }) =>
  Math.hypot(
    (one.lat - other.lat) * kmPerDegree,
    (one.lon - other.lon) * kmPerDegree * Math.cos((one.lat * Math.PI) / 180),
  );

describe('forecast cells', () => {
  it('are shared by neighbors, and never wider than those of the weather service', () => {
    const { south, north, west, east } = forecastBounds;
    for (let step = 0; step < 5_000; step += 1) {
      const point = {
        lat: south + ((north - south) * step) / 5_000,
        lon: west + ((east - west) * ((step * 7) % 5_000)) / 5_000,
      };
      const middle = cellAt(point);
      expect(kmBetween(point, middle)).toBeLessThanOrEqual(cellRadiusKm);
      expect(cellAt(middle)).toEqual(middle);
      expect(middle).toEqual({ lat: Number(middle.lat.toFixed(2)), lon: Number(middle.lon.toFixed(2)) });
    }
    // The sides of the widest cell.
    expect(kmBetween({ lat: 24, lon: -92 }, { lat: 24.02, lon: -92 })).toBeLessThan(2.5);
    expect(kmBetween({ lat: 24, lon: -92 }, { lat: 24, lon: -92.02 })).toBeLessThan(2.5);
  });

  it('have the same name for every point in them', () => {
    expect(cellAt({ lat: 34.751, lon: -92.279 })).toEqual(cellAt({ lat: 34.7599, lon: -92.2895 }));
    expect(cellAt({ lat: 34.751, lon: -92.279 })).not.toEqual(cellAt({ lat: 34.7699, lon: -92.301 }));
  });
});
