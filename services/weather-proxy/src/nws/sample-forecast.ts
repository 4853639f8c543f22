import type { PlaceForecast } from '../readings/place-forecast.js';
import { mapForecast } from './map-forecast.js';
import { Recordings, type Recording } from './recording.js';
import { gridSchema, observationsSchema, periodsSchema, pointSchema, stationsSchema } from './schemas.js';

/**
 * Returns the state's recorded forecast, marked as a sample and without alerts. Requires recordings (`SAMPLE_WEATHER`).
 */
export function sampleForecast(now: number): PlaceForecast {
  const recordings = new Recordings();
  const recorded = (name: Recording) => recordings.replay(name, new Date(now));
  // The recorded place, so that the sample never appears as the requested one.
  const [lat = 0, lon = 0] = recordings.place.point.split(',').map((degrees) => Number(Number(degrees).toFixed(2)));
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
    { source: 'sample', at: { lat, lon }, now, fetchedAt: now },
  );
}
