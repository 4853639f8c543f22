/** Maps half-day forecasts, hours and grid of the National Weather Service to days. */
import type { Astro, Day, Hour } from '@site/proto/gen/nest/weather/v1/forecasts';
import { addDays, localDate, twelveHourClock, wallClock } from '../readings/local-time.js';
import { isOnlyRain } from '../readings/only-rain.js';
import type { Place } from '../readings/place-forecast.js';
import { sunTimes, type SunTimes } from '../readings/sun.js';
import { round, toFahrenheit, toInches, toMiles, toVisibilityMiles } from '../readings/units.js';
import type { Extreme } from './grid.js';
import { conditionOf } from './icons.js';
import { periodCelsius } from './map-hours.js';
import type { Period } from './schemas.js';
import { percent, read, windFromText } from './quantities.js';

/** The first period can be a night, the last a day. */
interface Halves {
  day?: Period;
  night?: Period;
}

/** Days with fewer are left out. */
const minHours = 12;
/** A mean or sum over fewer would read as the whole day. After 6 AM today has none. */
const enoughHours = 18;

/** Pairs each day with the following night. "Overnight", which begins after midnight, belongs to the previous day. */
function pairHalves(periods: Period[], tzId: string): Map<string, Halves> {
  const pairs = new Map<string, Halves>();
  for (const period of periods) {
    const start = wallClock(period.startTime, tzId);
    const beginsBeforeNoon = Number(start.slice(11, 13)) < 12;
    const date = !period.isDaytime && beginsBeforeNoon ? addDays(start.slice(0, 10), -1) : start.slice(0, 10);
    const pair = pairs.get(date) ?? {};
    if (period.isDaytime) pair.day ??= period;
    else pair.night ??= period;
    pairs.set(date, pair);
  }
  return pairs;
}

/** Forecasts are made in °F; 47 must not become 46.9 on a round trip. */
const celsiusOf = ({ tempC, tempF }: Hour) => (tempF === undefined ? tempC : (tempF - 32) / 1.8);

const present = (values: (number | undefined)[]) => values.filter((value) => value !== undefined);
const highest = (values: (number | undefined)[]) => {
  const available = present(values);
  return available.length > 0 ? Math.max(...available) : undefined;
};
const lowest = (values: (number | undefined)[]) => {
  const available = present(values);
  return available.length > 0 ? Math.min(...available) : undefined;
};
const sum = (values: (number | undefined)[]) => {
  const available = present(values);
  return available.length >= enoughHours ? available.reduce((total, value) => total + value, 0) : undefined;
};
const mean = (values: (number | undefined)[]) => {
  const total = sum(values);
  return total === undefined ? undefined : total / present(values).length;
};

/** Returns the days of the half-day forecast, and later ones covered by hours. */
export function mapDays(source: {
  periods: Period[];
  hours: Hour[];
  /** From the grid. */
  highs: Extreme[];
  lows: Extreme[];
  place: Place;
  /** The provider's, where available. */
  sun: ReadonlyMap<string, SunTimes>;
  now: number;
}): { date: string; day: Day; astro: Astro }[] {
  const { place, hours } = source;
  const pairs = pairHalves(source.periods, place.tzId);
  const hoursOn = new Map<string, Hour[]>();
  for (const hour of hours) {
    const date = hour.time.slice(0, 10);
    hoursOn.set(date, [...(hoursOn.get(date) ?? []), hour]);
  }
  const nights = source.periods
    .filter(({ isDaytime }) => !isDaytime)
    .map((night) => ({ start: night.startTime, end: night.endTime, celsius: periodCelsius(night) }));
  const today = localDate(source.now, place.tzId);
  const covered = [...hoursOn].filter(([, hoursOfDay]) => hoursOfDay.length >= minHours).map(([date]) => date);
  const dates = [...new Set([...pairs.keys(), ...covered])].filter((date) => date >= today).sort();
  return dates.map((date) => {
    const ofDay = { halves: pairs.get(date) ?? {}, hours: hoursOn.get(date) ?? [] };
    const high = source.highs.find(({ start }) => localDate(start, place.tzId) === date)?.celsius;
    const low = lowOn(date, nights, hours, place.tzId) ?? lowOn(date, source.lows, hours, place.tzId);
    return { date, day: mapDay(ofDay, { high, low }, source.now), astro: mapAstro(date, place, source.sun) };
  });
}

/**
 * Returns the low of the night that ends on a date. Undefined when the coldest hour comes before midnight (a warm
 * front): it is then the previous day's low.
 */
function lowOn(
  date: string,
  nights: readonly { start: number; end: number; celsius: number | undefined }[],
  hours: readonly Hour[],
  tzId: string,
): number | undefined {
  const night = nights.find(({ end }) => localDate(end - 1, tzId) === date);
  if (!night) return undefined;
  const during = hours.filter(
    ({ timeEpoch, tempC }) => tempC !== undefined && timeEpoch * 1_000 >= night.start && timeEpoch * 1_000 < night.end,
  );
  const coldest = lowest(during.map(celsiusOf));
  const isOfDate = during.length === 0 || during.some((hour) => celsiusOf(hour) === coldest && isOn(hour, date));
  return isOfDate ? night.celsius : undefined;
}

const isOn = ({ time }: Hour, date: string) => time.startsWith(date);

/** Uses the forecaster's numbers for this day, else enough hours. Never less extreme than an hour shown. */
function extremesOf({ halves, hours }: { halves: Halves; hours: Hour[] }, grid: { high?: number; low?: number }) {
  const temperatures = present(hours.map(celsiusOf));
  const isEnough = temperatures.length >= enoughHours;
  const high = (halves.day && periodCelsius(halves.day)) ?? grid.high;
  return {
    maxC: high === undefined && !isEnough ? undefined : highest([high, ...temperatures]),
    minC: grid.low === undefined && !isEnough ? undefined : lowest([grid.low, ...temperatures]),
  };
}

function mapDay(
  ofDay: { halves: Halves; hours: Hour[] },
  extremes: { high: number | undefined; low: number | undefined },
  now: number,
): Day {
  const { hours } = ofDay;
  const { day, night } = ofDay.halves;
  const { maxC, minC } = extremesOf(ofDay, extremes);
  const windKph =
    highest([windFromText(day?.windSpeed), windFromText(night?.windSpeed)]) ??
    highest(hours.map((hour) => hour.windKph));
  const gustKph = highest(hours.map((hour) => hour.gustKph));
  const avgC = mean(hours.map(celsiusOf));
  const rainMm = sum(hours.map((hour) => hour.precipMm));
  const visKm = mean(hours.map((hour) => hour.visKm));
  const half = day && day.endTime > now ? day : (night ?? day);
  return {
    maxtempC: round(maxC),
    maxtempF: toFahrenheit(maxC),
    mintempC: round(minC),
    mintempF: toFahrenheit(minC),
    avgtempC: round(avgC),
    avgtempF: toFahrenheit(avgC),
    maxwindMph: toMiles(windKph),
    maxwindKph: round(windKph),
    maxgustMph: toMiles(gustKph),
    maxgustKph: round(gustKph),
    totalprecipMm: round(rainMm),
    totalprecipIn: toInches(rainMm),
    totalsnowCm: round(sum(hours.map((hour) => hour.snowCm))),
    totaliceMm: round(sum(hours.map((hour) => hour.iceMm))),
    avgvisKm: round(visKm),
    avgvisMiles: toVisibilityMiles(visKm),
    avghumidity: round(mean(hours.map((hour) => hour.humidity)), 0),
    dailyChanceOfRain: round(
      highest([day, night].map((period) => read(period?.probabilityOfPrecipitation, percent))) ??
        highest(hours.map((hour) => hour.chanceOfRain)),
      0,
    ),
    onlyRain:
      hours.every((hour) => hour.onlyRain) &&
      isOnlyRain({
        coldestC: lowest([minC, ...hours.map(celsiusOf)]),
        text: [day?.shortForecast, night?.shortForecast],
      }),
    condition: half && conditionOf(half.shortForecast, half.icon, half.isDaytime),
  };
}

function mapAstro(date: string, place: Place, sun: ReadonlyMap<string, SunTimes>): Astro {
  const { sunrise, sunset } = sun.get(date) ?? sunTimes(date, place);
  return { sunrise: twelveHourClock(sunrise, place.tzId), sunset: twelveHourClock(sunset, place.tzId) };
}
