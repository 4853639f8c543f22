import type { Gauge, GetGaugeResponse, Stage, Thresholds } from '@site/proto/gen/nest/weather/v1/rivers';
import type { FloodCategory } from '@site/proto/weather/v1/rivers.answers';
import { isoOf } from '../readings/source-values.js';
import type { SourceCourse } from './nwps-client.js';
import type { Reading } from './rivers.schema.js';

/** What of a gauge's readings and forecast is shown, and what follows from them. */

const hourMs = 3_600_000;
const observedForMs = 72 * hourMs;
export const readingsForMs = 6 * hourMs;
/** Clocks differ; a reading dated later is not one. */
const furthestAheadMs = hourMs;
/** No river is forecast further ahead than a month. */
const longestForecastMs = 45 * 24 * hourMs;
const mostStages = 500;
const dayMs = 24 * hourMs;
/** Below this a change is the gauge's own uncertainty. */
const leastChangeFeet = 0.1;

export const stageOf = ({ at, feet }: Reading): Stage => ({ at: isoOf(at), feet });

/** Whether a reading says what the river does now: not older than a day, and not of the future. */
export const isRecent = ({ at }: Reading, now: number): boolean => now - at <= dayMs && at - now <= furthestAheadMs;

/**
 * Whether the water rises or falls, by the latest change that counts over an hour or more.
 * @param readings of the last hours, oldest first
 */
export function trendOf(readings: readonly Reading[]): '' | 'rising' | 'falling' | 'steady' {
  const newest = readings.at(-1);
  const before = readings.filter(({ at }) => newest && newest.at - at >= hourMs && newest.at - at <= readingsForMs);
  if (!newest || before.length === 0) return '';
  const changes = before.map(({ feet }) => newest.feet - feet);
  // A hundredth of rounding must not decide: 10.1 − 10 is a little more than 0.1 to a computer.
  const change = changes.findLast((each) => Math.abs(each) > leastChangeFeet + 1e-9);
  return change === undefined ? 'steady' : change > 0 ? 'rising' : 'falling';
}

/** The readings known before and a new one, as far as a trend needs them; oldest first, each time once. */
export function withReading(before: readonly Reading[], newest: Reading | undefined): Reading[] {
  if (!newest) return [...before];
  return [...before.filter(({ at }) => at < newest.at && newest.at - at <= readingsForMs), newest];
}

/** The last reading of every hour. */
function hourly(readings: readonly Reading[]): Reading[] {
  return [...new Map(readings.map((reading) => [Math.floor(reading.at / hourMs), reading])).values()];
}

/** Which flood a stage is; empty where no threshold is defined. */
function categoryAt(feet: number, { actionFeet, minorFeet, moderateFeet, majorFeet }: Thresholds): FloodCategory {
  const reached = (threshold: number | undefined) => threshold !== undefined && feet >= threshold;
  if (reached(majorFeet)) return 'major';
  if (reached(moderateFeet)) return 'moderate';
  if (reached(minorFeet)) return 'minor';
  if (reached(actionFeet)) return 'action';
  const isDefined = [actionFeet, minorFeet, moderateFeet, majorFeet].some((threshold) => threshold !== undefined);
  return isDefined ? 'no_flooding' : '';
}

function withCrest(gauge: Gauge, highest: Reading, thresholds: Thresholds): Gauge {
  const said = gauge.crest?.feet === highest.feet ? gauge.crestCategory : '';
  return { ...gauge, crest: stageOf(highest), crestCategory: categoryAt(highest.feet, thresholds) || said };
}

/** The course of a gauge as it is answered: what has been observed, and what is still to come of the forecast. */
export function courseAnswer(
  gauge: Gauge,
  course: SourceCourse,
  now: number,
): Omit<GetGaugeResponse, 'fetchedAt' | 'stale'> {
  const { thresholds, issuedAt } = course;
  const observed = hourly(course.observed.filter(({ at }) => now - at <= observedForMs && at - now <= furthestAheadMs));
  const possible = course.forecast.filter(({ at }) => now - at <= observedForMs && at - now <= longestForecastMs);
  // A forecast of which nothing lies ahead is over.
  const ahead = possible.filter(({ at }) => at > now);
  const forecast = ahead.length > 0 ? possible.slice(0, mostStages) : [];
  const highest = ahead.find(({ feet }) => feet === Math.max(...ahead.map((each) => each.feet)));
  return {
    gauge: highest ? withCrest(gauge, highest, thresholds) : gauge,
    observed: observed.slice(-mostStages).map(stageOf),
    forecast: forecast.map(stageOf),
    ...(forecast.length > 0 && issuedAt !== undefined && { forecastIssuedAt: isoOf(issuedAt) }),
    thresholds,
  };
}
