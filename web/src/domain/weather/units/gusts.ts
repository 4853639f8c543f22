import type { Day, Hour } from '@site/proto/weather/v1/forecasts.answers';
import { isKnown, type Reading } from './readings.js';
import { toKilometres, toMiles } from './units.js';

/** Gusts are told when they are this much above the mean wind … */
const aboveMeanMph = 10;
/** … or as strong as this by themselves: then they move what stands about. */
const strongMph = 25;

type Blowing = Pick<Hour, 'wind_mph' | 'wind_kph' | 'gust_mph' | 'gust_kph'>;

const inMph = (mph: Reading, kph: Reading) => mph ?? toMiles(kph);

/** The gusts of now or of an hour in km/h, where they matter; undefined where they do not. */
export function gustsOf(blowing: Blowing | undefined): Reading {
  const gust = inMph(blowing?.gust_mph, blowing?.gust_kph);
  const wind = inMph(blowing?.wind_mph, blowing?.wind_kph);
  if (!isKnown(gust)) return undefined;
  return gust >= strongMph || (isKnown(wind) && gust - wind >= aboveMeanMph) ? toKilometres(gust) : undefined;
}

/** The strongest gusts of a day, as `gustsOf`. */
export const gustsOfDay = (day: Day | undefined): Reading =>
  gustsOf({
    wind_mph: day?.maxwind_mph,
    wind_kph: day?.maxwind_kph,
    gust_mph: day?.maxgust_mph,
    gust_kph: day?.maxgust_kph,
  });
