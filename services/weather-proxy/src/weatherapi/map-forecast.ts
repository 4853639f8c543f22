/** Maps WeatherAPI's forecast to ours. */
import type { AirQuality, Current, Hour } from '@site/proto/gen/nest/weather/v1/forecasts';
import { clockToleranceMs } from '../readings/ages.js';
import { countiesOfCell, countyAt } from '../places/county.js';
import { feelsLikeC } from '../readings/feels-like.js';
import { hourMs, wallClock } from '../readings/local-time.js';
import { isOnlyRain } from '../readings/only-rain.js';
import type { Coordinates, Place, PlaceForecast } from '../readings/place-forecast.js';
import { daylight } from '../readings/sun.js';
import { compassName, compassPoint, round, toInches, toVisibilityMiles, windAndGust } from '../readings/units.js';
import { UpstreamError } from '../upstream/upstream-error.js';
import { conditionOfCode } from './conditions.js';
import { mapAlerts } from './map-alerts.js';
import { mapAstro, mapDay } from './map-days.js';
import { bothUnits, known } from './numbers.js';
import type { WeatherApiAirQuality, WeatherApiForecast, WeatherApiHour } from './schemas.js';

/** By then the provider no longer updates its forecast. */
const oldestForecastMs = 24 * hourMs;

function conditionsOf(from: WeatherApiHour | WeatherApiForecast['current'], isDay: boolean) {
  const [tempC, tempF] = bothUnits(from.temp_c, from.temp_f);
  const [, dewpointF] = bothUnits(from.dewpoint_c, from.dewpoint_f);
  const windKph = known(from.wind_kph);
  const visKm = known(from.vis_km);
  const humidity = known(from.humidity);
  const [apparentC] = bothUnits(from.feelslike_c, from.feelslike_f);
  const feelsC = feelsLikeC({ tempC, windKph, humidity }, { apparentC });
  // The provider's own value keeps both units.
  const [feelslikeC, feelslikeF] =
    feelsC === apparentC ? bothUnits(from.feelslike_c, from.feelslike_f) : bothUnits(feelsC, undefined);
  return {
    tempC,
    tempF,
    feelslikeC,
    feelslikeF: feelsC === tempC ? tempF : feelslikeF,
    ...windAndGust(windKph, known(from.gust_kph)),
    windDir: compassName(from.wind_dir) ?? compassPoint(known(from.wind_degree)),
    dewpointF,
    humidity: round(humidity, 0),
    visKm: round(visKm),
    visMiles: toVisibilityMiles(visKm),
    uv: round(known(from.uv)),
    isDay,
    condition: conditionOfCode(from.condition, isDay),
  };
}

/** By the sun: the provider's flag has marked midnight as day. */
type DaylightAt = (moment: number) => boolean;

function mapHour(hour: WeatherApiHour, tzId: string, isDay: DaylightAt): Hour {
  const moment = startOfHour(hour.time_epoch);
  const precipMm = known(hour.precip_mm);
  const conditions = conditionsOf(hour, isDay(moment));
  const snowCm = known(hour.snow_cm);
  return {
    // The provider's local time is ambiguous on the day the clocks go back.
    time: wallClock(moment, tzId),
    timeEpoch: moment / 1_000,
    ...conditions,
    precipMm: round(precipMm, 2),
    precipIn: toInches(precipMm),
    snowCm: round(snowCm, 2),
    onlyRain: isOnlyRain({
      coldestC: conditions.tempC,
      frozen: [snowCm, known(hour.chance_of_snow)],
      words: [hour.condition?.text],
    }),
    chanceOfRain: round(known(hour.chance_of_rain), 0),
  };
}

const mapCurrent = (current: WeatherApiForecast['current'], isDay: boolean): Current => ({
  ...conditionsOf(current, isDay),
  windDegree: round(known(current.wind_degree), 0),
  pressureMb: round(known(current.pressure_mb)),
  airQuality: mapAirQuality(current.air_quality),
  notMeasured: [],
});

/** Over gRPC the field is `pm2_5`, unlike in the generated type: protobufjs keeps an underscore before a digit. */
function mapAirQuality(given: WeatherApiAirQuality): AirQuality | undefined {
  if (!given) return undefined;
  const quality = {
    co: round(known(given.co)),
    no2: round(known(given.no2)),
    o3: round(known(given.o3)),
    so2: round(known(given.so2)),
    pm2_5: round(known(given.pm2_5)),
    pm10: round(known(given.pm10)),
    usEpaIndex: round(known(given['us-epa-index']), 0),
  };
  return Object.values(quality).some((value) => value !== undefined) ? quality : undefined;
}

const startOfHour = (moment: number) => Math.floor(moment / hourMs) * hourMs;

/** Outdated responses have status 200, too. */
export const coversNow = ({ current, forecast }: WeatherApiForecast, now: number): boolean =>
  now - current.last_updated_epoch < oldestForecastMs &&
  forecast.forecastday.some((day) => day.hour.some((hour) => startOfHour(hour.time_epoch) === startOfHour(now)));

/** @throws UpstreamError `invalid` when the response doesn't cover now */
export function mapForecast(
  answer: WeatherApiForecast,
  options: { at: Coordinates; now: number; fetchedAt: number },
): PlaceForecast {
  const { at, now, fetchedAt } = options;
  const { location, current } = answer;
  const county = countyAt(at) ?? countiesOfCell(at)[0];
  const place: Place = {
    ...at,
    name: location.name,
    region: location.region,
    country: location.country,
    tzId: location.tz_id,
    ...(county && { county }),
    zones: [],
  };
  const isDay = daylight(place);
  const byMoment = new Map(
    answer.forecast.forecastday
      .flatMap((day) => day.hour.map((hour) => mapHour(hour, place.tzId, isDay)))
      .map((hour) => [hour.timeEpoch, hour]),
  );
  const hours = [...byMoment.values()].sort((left, right) => left.timeEpoch - right.timeEpoch);
  if (!byMoment.has(startOfHour(now) / 1_000))
    throw new UpstreamError('the forecast does not cover the current hour', 'invalid');
  const observedAt = current.last_updated_epoch;
  return {
    source: 'weatherapi',
    fetchedAt: new Date(fetchedAt).toISOString(),
    place,
    // With a date in the future, the observation would seem recent for too long.
    ...(observedAt - now < clockToleranceMs && {
      measurement: {
        observedAt: new Date(observedAt).toISOString(),
        stationId: '',
        stationName: '',
        current: mapCurrent(current, isDay(observedAt)),
      },
    }),
    neverMeasured: [],
    hours,
    days: answer.forecast.forecastday
      .map((day) => ({
        date: day.date,
        day: mapDay(
          day,
          hours.filter(({ time }) => time.startsWith(day.date)),
        ),
        astro: mapAstro(day, place),
      }))
      .sort((left, right) => left.date.localeCompare(right.date)),
    ownAlerts: mapAlerts(answer.alerts?.alert ?? [], fetchedAt),
  };
}
