/**
 * An hourly forecast starts now. Past hours, and their effect on the day, come from the previous one: the morning's low
 * is still today's low in the evening.
 */
import type { Day, Hour } from '@site/proto/gen/nest/weather/v1/forecasts';
import type { PlaceForecast } from '../readings/place-forecast.js';

/** On the day clocks are set back. */
const maxDaySeconds = 25 * 3_600;

/** @param previous of the same place, possibly from another source */
export function withPassedHours(next: PlaceForecast, previous: PlaceForecast | undefined): PlaceForecast {
  const first = next.hours[0]?.timeEpoch;
  if (first === undefined || previous?.source !== next.source) return next;
  const passed = previous.hours.filter(({ timeEpoch }) => timeEpoch < first && timeEpoch >= first - maxDaySeconds);
  return {
    ...next,
    hours: [...passed, ...next.hours],
    days: next.days.map((each) => {
      const before = previous.days.find(({ date }) => date === each.date)?.day;
      const hours = next.hours.filter(({ time }) => time.startsWith(each.date));
      return before ? { ...each, day: withTemperatures(each.day, before, hours) } : each;
    }),
  };
}

type Temperature = [celsius: number | undefined, fahrenheit: number | undefined];
const hasCelsius = ([celsius]: Temperature) => celsius !== undefined;
const findExtreme = (temperatures: Temperature[], pick: (...values: number[]) => number): Temperature => {
  const available = temperatures.filter(hasCelsius);
  const extreme = pick(...available.map(([celsius]) => celsius ?? Number.NaN));
  return available.find(([celsius]) => celsius === extreme) ?? [undefined, undefined];
};

/** Keeps a day's missing high, low and mean, never less extreme than its hours. */
function withTemperatures(day: Day, before: Day, hours: Hour[]): Day {
  const hourTemperatures = hours.map(({ tempC, tempF }): Temperature => [tempC, tempF]);
  const mergeExtreme = (now: Temperature, then: Temperature, pick: (...values: number[]) => number): Temperature =>
    hasCelsius(now) || !hasCelsius(then) ? now : findExtreme([then, ...hourTemperatures], pick);
  const [maxtempC, maxtempF] = mergeExtreme([day.maxtempC, day.maxtempF], [before.maxtempC, before.maxtempF], Math.max);
  const [mintempC, mintempF] = mergeExtreme([day.mintempC, day.mintempF], [before.mintempC, before.mintempF], Math.min);
  const mean = before.avgtempC;
  const isBetween =
    mean !== undefined && maxtempC !== undefined && mintempC !== undefined && mintempC <= mean && mean <= maxtempC;
  const { avgtempC, avgtempF } = day.avgtempC === undefined && isBetween ? before : day;
  return { ...day, maxtempC, maxtempF, mintempC, mintempF, avgtempC, avgtempF };
}
