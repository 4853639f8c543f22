/** Maps WeatherAPI's forecast to ours. */
import type { AirQuality, Current, Hour } from '@site/proto/gen/nest/weather/v1/forecasts';
import { clockToleranceMs } from '../readings/measurement-age.js';
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
import { bothUnits, toOptional } from './numbers.js';
import type { WeatherApiAirQuality, WeatherApiForecast, WeatherApiHour } from './schemas.js';

/** By then the provider no longer updates its forecast. */
const oldestForecastMs = 24 * hourMs;

function conditionsOf(from: WeatherApiHour | WeatherApiForecast['current'], isDay: boolean) {
  const [tempC, tempF] = bothUnits(from.temp_c, from.temp_f);
  const [, dewpointF] = bothUnits(from.dewpoint_c, from.dewpoint_f);
  const windKph = toOptional(from.wind_kph);
  const visKm = toOptional(from.vis_km);
  const humidity = toOptional(from.humidity);
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
    ...windAndGust(windKph, toOptional(from.gust_kph)),
    windDir: compassName(from.wind_dir) ?? compassPoint(toOptional(from.wind_degree)),
    dewpointF,
    humidity: round(humidity, 0),
    visKm: round(visKm),
    visMiles: toVisibilityMiles(visKm),
    uv: round(toOptional(from.uv)),
    isDay,
    condition: conditionOfCode(from.condition, isDay),
  };
}

/** By the sun: the provider's flag has marked midnight as day. */
type DaylightAt = (timestamp: number) => boolean;

function mapHour(hour: WeatherApiHour, tzId: string, isDay: DaylightAt): Hour {
  const timestamp = startOfHour(hour.time_epoch);
  const precipMm = toOptional(hour.precip_mm);
  const conditions = conditionsOf(hour, isDay(timestamp));
  const snowCm = toOptional(hour.snow_cm);
  return {
    // The provider's local time is ambiguous on the day the clocks go back.
    time: wallClock(timestamp, tzId),
    timeEpoch: timestamp / 1_000,
    ...conditions,
    precipMm: round(precipMm, 2),
    precipIn: toInches(precipMm),
    snowCm: round(snowCm, 2),
    onlyRain: isOnlyRain({
      coldestC: conditions.tempC,
      frozen: [snowCm, toOptional(hour.chance_of_snow)],
      text: [hour.condition?.text],
    }),
    chanceOfRain: round(toOptional(hour.chance_of_rain), 0),
  };
}

const mapCurrent = (current: WeatherApiForecast['current'], isDay: boolean): Current => ({
  ...conditionsOf(current, isDay),
  windDegree: round(toOptional(current.wind_degree), 0),
  pressureMb: round(toOptional(current.pressure_mb)),
  airQuality: mapAirQuality(current.air_quality),
  notMeasured: [],
});

/** Over gRPC the field is `pm2_5`, unlike in the generated type: protobufjs keeps an underscore before a digit. */
function mapAirQuality(raw: WeatherApiAirQuality): AirQuality | undefined {
  if (!raw) return undefined;
  const quality = {
    co: round(toOptional(raw.co)),
    no2: round(toOptional(raw.no2)),
    o3: round(toOptional(raw.o3)),
    so2: round(toOptional(raw.so2)),
    pm2_5: round(toOptional(raw.pm2_5)),
    pm10: round(toOptional(raw.pm10)),
    usEpaIndex: round(toOptional(raw['us-epa-index']), 0),
  };
  return Object.values(quality).some((value) => value !== undefined) ? quality : undefined;
}

const startOfHour = (timestamp: number) => Math.floor(timestamp / hourMs) * hourMs;

/** Outdated responses have status 200, too. */
export const coversNow = ({ current, forecast }: WeatherApiForecast, now: number): boolean =>
  now - current.last_updated_epoch < oldestForecastMs &&
  forecast.forecastday.some((day) => day.hour.some((hour) => startOfHour(hour.time_epoch) === startOfHour(now)));

/** @throws UpstreamError `invalid` when the response doesn't cover now */
export function mapForecast(
  response: WeatherApiForecast,
  options: { at: Coordinates; now: number; fetchedAt: number },
): PlaceForecast {
  const { at, now, fetchedAt } = options;
  const { location, current } = response;
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
  const hoursByTime = new Map(
    response.forecast.forecastday
      .flatMap((day) => day.hour.map((hour) => mapHour(hour, place.tzId, isDay)))
      .map((hour) => [hour.timeEpoch, hour]),
  );
  const hours = [...hoursByTime.values()].sort((left, right) => left.timeEpoch - right.timeEpoch);
  if (!hoursByTime.has(startOfHour(now) / 1_000))
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
    days: response.forecast.forecastday
      .map((day) => ({
        date: day.date,
        day: mapDay(
          day,
          hours.filter(({ time }) => time.startsWith(day.date)),
        ),
        astro: mapAstro(day, place),
      }))
      .sort((left, right) => left.date.localeCompare(right.date)),
    providerAlerts: mapAlerts(response.alerts?.alert ?? [], fetchedAt),
  };
}
