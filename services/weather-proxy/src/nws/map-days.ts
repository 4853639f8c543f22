import type { Astro, Day, Hour } from '@site/proto/gen/nest/weather/v1/forecasts';
import { addDays, localDate, twelveHourClock, wallClock } from '../forecasts/local-time.js';
import type { Place } from '../forecasts/place-forecast.js';
import { sunTimes, type SunTimes } from '../forecasts/sun.js';
import { conditionOf } from './icons.js';
import { periodCelsius } from './map-hours.js';
import type { Period } from './schemas.js';
import { percent, read, round, toFahrenheit, toInches, toMiles, windFromText } from './units.js';

/** The two halves of a calendar day. Either may be missing: the first period can be a night, the last one a day. */
interface Halves {
  day?: Period;
  night?: Period;
}

/** A day that fewer hours than this are known of is not listed. */
const leastHours = 12;
/**
 * A mean or a sum over fewer hours than this would say something about a part of the day and be read as the whole: from six
 * in the morning on the rest of today has none, and the page shows the hour instead.
 */
const enoughHours = 18;

/**
 * Pairs each day with the night that follows it. "Overnight", which begins after midnight, belongs to the day before, as
 * its low was the night's of that day.
 */
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

const present = (values: (number | undefined)[]) => values.filter((value) => value !== undefined);
const highest = (values: (number | undefined)[]) => {
  const known = present(values);
  return known.length > 0 ? Math.max(...known) : undefined;
};
const sum = (values: (number | undefined)[]) => {
  const known = present(values);
  return known.length >= enoughHours ? known.reduce((total, value) => total + value, 0) : undefined;
};
const mean = (values: (number | undefined)[]) => {
  const total = sum(values);
  return total === undefined ? undefined : total / present(values).length;
};

/** The days that the half-day forecast knows, and those after it that the hours cover. */
export function mapDays(source: {
  periods: Period[];
  hours: Hour[];
  highs: { start: number; celsius: number }[];
  place: Place;
  /** The provider's own sun times, for the days that it gives them for. */
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
  const today = localDate(source.now, place.tzId);
  const covered = [...hoursOn].filter(([, known]) => known.length >= leastHours).map(([date]) => date);
  const dates = [...new Set([...pairs.keys(), ...covered])].filter((date) => date >= today).sort();
  return dates.map((date) => ({
    date,
    day: mapDay(pairs.get(date) ?? {}, hoursOn.get(date) ?? [], highOn(date, source.highs, place.tzId), source.now),
    astro: mapAstro(date, place, source.sun),
  }));
}

const highOn = (date: string, highs: { start: number; celsius: number }[], tzId: string) =>
  highs.find(({ start }) => localDate(start, tzId) === date)?.celsius;

function mapDay({ day, night }: Halves, hours: Hour[], gridHigh: number | undefined, now: number): Day {
  // In the evening the day's own period is gone; the grid still has its high. Hours left over would make a false one.
  const maxC =
    (day && periodCelsius(day)) ??
    gridHigh ??
    (hours.length >= 24 ? highest(hours.map(({ tempC }) => tempC)) : undefined);
  const coldestC = highest(hours.map(({ tempC }) => (tempC === undefined ? undefined : -tempC)));
  const minC =
    (night && periodCelsius(night)) ?? (hours.length >= 24 && coldestC !== undefined ? -coldestC : undefined);
  const windKph =
    highest([windFromText(day?.windSpeed), windFromText(night?.windSpeed)]) ??
    highest(hours.map((hour) => hour.windKph));
  const avgC = mean(hours.map((hour) => hour.tempC));
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
    totalprecipMm: round(rainMm),
    totalprecipIn: toInches(rainMm),
    avgvisKm: round(visKm),
    avgvisMiles: toMiles(visKm),
    avghumidity: round(mean(hours.map((hour) => hour.humidity)), 0),
    dailyChanceOfRain: round(
      highest([day, night].map((period) => read(period?.probabilityOfPrecipitation, percent))) ??
        highest(hours.map((hour) => hour.chanceOfRain)),
      0,
    ),
    condition: half && conditionOf(half.shortForecast, half.icon, half.isDaytime),
  };
}

function mapAstro(date: string, place: Place, sun: ReadonlyMap<string, SunTimes>): Astro {
  const { sunrise, sunset } = sun.get(date) ?? sunTimes(date, place);
  return { sunrise: twelveHourClock(sunrise, place.tzId), sunset: twelveHourClock(sunset, place.tzId) };
}
