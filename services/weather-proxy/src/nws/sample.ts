import type { PlaceForecast } from '../readings/place-forecast.js';
import { mapForecast } from './map-forecast.js';
import { replay, type Recording } from './recording.js';
import { gridSchema, observationsSchema, periodsSchema, pointSchema, stationsSchema } from './schemas.js';

/** Where the sample was recorded. It is never passed off as the place that was asked for. */
const sampleAt = { lat: 34.75, lon: -92.28 } as const;

/**
 * The recorded forecast for Little Rock, mapped like a real one. Nothing in it is true today, so it is marked as a
 * sample everywhere and has no alerts.
 */
export function sampleForecast(now: number): PlaceForecast {
  const recorded = (name: Recording) => replay(name, new Date(now));
  const observation = observationsSchema.parse(recorded('observations')).features[0]?.properties;
  const nearest = stationsSchema.parse(recorded('stations')).features[0]?.properties;
  const station = { id: nearest?.stationIdentifier ?? '', name: nearest?.name ?? '' };
  return mapForecast(
    {
      point: pointSchema.parse(recorded('point')).properties,
      hourly: periodsSchema.parse(recorded('hourly')).properties,
      halfDays: periodsSchema.parse(recorded('halfDays')).properties,
      grid: gridSchema.parse(recorded('grid')).properties,
      ...(observation && { observation: { station, observation } }),
    },
    { source: 'sample', at: sampleAt, now, fetchedAt: now },
  );
}
