import type { Current, Day, Hour } from '@site/proto/gen/nest/weather/v1/forecasts';
import { countyAt } from '../forecasts/county.js';
import { hourMs, twelveHourClock, wallClock } from '../forecasts/local-time.js';
import type { Coordinates, Place, PlaceForecast } from '../forecasts/place-forecast.js';
import { daylight, sunTimes } from '../forecasts/sun.js';
import { compassName, compassPoint, round, toFahrenheit, toInches, toMiles } from '../nws/units.js';
import { UpstreamError } from '../upstream/upstream-error.js';
import { conditionOfCode } from './conditions.js';
import { mapAlerts } from './map-alerts.js';
import type { WeatherApiDay, WeatherApiForecast, WeatherApiHour } from './schemas.js';

/** Conditions older than this are not "now"; then the forecast for this hour is. */
const oldestCurrentMs = 2 * hourMs;
/** A forecast that goes with conditions this old is one that the provider forgot to make. */
const oldestForecastMs = 24 * hourMs;
/** Clocks may run ahead by this much. */
const clockToleranceMs = 10 * 60_000;

type Given = number | null | undefined;
const known = (value: Given): number | undefined => value ?? undefined;

/** A temperature in both units; the one that is missing is made of the other. */
function bothUnits(celsius: Given, fahrenheit: Given): [c: number | undefined, f: number | undefined] {
  const c =
    known(celsius) ?? (fahrenheit === null || fahrenheit === undefined ? undefined : ((fahrenheit - 32) * 5) / 9);
  return [round(c), known(fahrenheit) === undefined ? toFahrenheit(c) : round(known(fahrenheit))];
}

/** What hours and current conditions have in common. */
function conditionsOf(from: WeatherApiHour | WeatherApiForecast['current'], isDay: boolean) {
  const [tempC, tempF] = bothUnits(from.temp_c, from.temp_f);
  const [feelslikeC, feelslikeF] = bothUnits(from.feelslike_c, from.feelslike_f);
  const [, dewpointF] = bothUnits(from.dewpoint_c, from.dewpoint_f);
  const windKph = known(from.wind_kph);
  const visKm = known(from.vis_km);
  return {
    tempC,
    tempF,
    feelslikeC,
    feelslikeF,
    windMph: toMiles(windKph),
    windKph: round(windKph),
    windDir: compassName(from.wind_dir) ?? compassPoint(known(from.wind_degree)),
    dewpointF,
    humidity: round(known(from.humidity), 0),
    visKm: round(visKm),
    visMiles: toMiles(visKm),
    uv: round(known(from.uv)),
    isDay,
    condition: conditionOfCode(from.condition, isDay),
  };
}

type DaylightAt = (moment: number) => boolean;

/** The provider says by 1 and 0 whether it is day; what else it says means nothing. */
const isDayOf = (flag: Given, moment: number, isDay: DaylightAt) =>
  flag === 1 ? true : flag === 0 ? false : isDay(moment);

function mapHour(hour: WeatherApiHour, tzId: string, isDay: DaylightAt): Hour {
  const moment = startOfHour(hour.time_epoch);
  const precipMm = known(hour.precip_mm);
  return {
    // Its own text of the time is ambiguous on the day on which the clocks go back.
    time: wallClock(moment, tzId),
    timeEpoch: moment / 1_000,
    ...conditionsOf(hour, isDayOf(hour.is_day, moment, isDay)),
    precipMm: round(precipMm, 2),
    precipIn: toInches(precipMm),
    chanceOfRain: round(known(hour.chance_of_rain), 0),
  };
}

function mapCurrent(current: WeatherApiForecast['current'], now: number, isDay: DaylightAt): Current {
  return {
    ...conditionsOf(current, isDayOf(current.is_day, now, isDay)),
    windDegree: round(known(current.wind_degree), 0),
    gustKph: round(known(current.gust_kph)),
    pressureMb: round(known(current.pressure_mb)),
  };
}

function mapDay({ day }: WeatherApiDay): Day {
  const [maxtempC, maxtempF] = bothUnits(day.maxtemp_c, day.maxtemp_f);
  const [mintempC, mintempF] = bothUnits(day.mintemp_c, day.mintemp_f);
  const [avgtempC, avgtempF] = bothUnits(day.avgtemp_c, day.avgtemp_f);
  const windKph = known(day.maxwind_kph);
  const rainMm = known(day.totalprecip_mm);
  const visKm = known(day.avgvis_km);
  return {
    maxtempC,
    maxtempF,
    mintempC,
    mintempF,
    avgtempC,
    avgtempF,
    maxwindMph: toMiles(windKph),
    maxwindKph: round(windKph),
    totalprecipMm: round(rainMm),
    totalprecipIn: toInches(rainMm),
    avgvisKm: round(visKm),
    avgvisMiles: toMiles(visKm),
    avghumidity: round(known(day.avghumidity), 0),
    dailyChanceOfRain: round(known(day.daily_chance_of_rain), 0),
    uv: round(known(day.uv)),
    condition: conditionOfCode(day.condition, true),
  };
}

const clockText = /^\d{2}:\d{2} [AP]M$/;

function mapAstro({ date, astro }: WeatherApiDay, place: Place) {
  const computed = sunTimes(date, place);
  const timeOf = (given: string | null | undefined, moment: number | undefined) =>
    given && clockText.test(given) ? given : twelveHourClock(moment, place.tzId);
  return { sunrise: timeOf(astro?.sunrise, computed.sunrise), sunset: timeOf(astro?.sunset, computed.sunset) };
}

/** The current conditions as the forecast for this hour has them. */
const currentOf = ({
  time: _time,
  timeEpoch: _epoch,
  precipMm: _mm,
  precipIn: _in,
  chanceOfRain: _chance,
  ...rest
}: Hour) => rest satisfies Current;

const startOfHour = (moment: number) => Math.floor(moment / hourMs) * hourMs;

/** Whether an answer was made lately and says something about this hour; an old one comes with status 200 like any other. */
export const coversNow = ({ current, forecast }: WeatherApiForecast, now: number): boolean =>
  now - current.last_updated_epoch < oldestForecastMs &&
  forecast.forecastday.some((day) => day.hour.some((hour) => startOfHour(hour.time_epoch) === startOfHour(now)));

/**
 * WeatherAPI's answer, one that `coversNow`, as a forecast of ours.
 * @throws UpstreamError `invalid` when it does not
 */
export function mapForecast(
  answer: WeatherApiForecast,
  options: { at: Coordinates; now: number; fetchedAt: number },
): PlaceForecast {
  const { at, now, fetchedAt } = options;
  const { location, current } = answer;
  const county = countyAt(at);
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
  const thisHour = byMoment.get(startOfHour(now) / 1_000);
  if (!thisHour) throw new UpstreamError('the forecast does not cover now', 'invalid');
  const ageMs = now - current.last_updated_epoch;
  const isRecent = ageMs < oldestCurrentMs && ageMs > -clockToleranceMs;
  return {
    source: 'weatherapi',
    fetchedAt: new Date(fetchedAt).toISOString(),
    ...(isRecent && { observedAt: new Date(current.last_updated_epoch).toISOString() }),
    place,
    current: isRecent ? mapCurrent(current, now, isDay) : { ...currentOf(thisHour), isDay: isDay(now) },
    hours,
    days: answer.forecast.forecastday
      .map((day) => ({ date: day.date, day: mapDay(day), astro: mapAstro(day, place) }))
      .sort((left, right) => left.date.localeCompare(right.date)),
    ownAlerts: mapAlerts(answer.alerts?.alert ?? [], fetchedAt),
  };
}
