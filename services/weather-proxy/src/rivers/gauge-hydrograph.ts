/** The hydrograph of a river gauge: trend, observed and forecast stages, crest. */
import type { Gauge, GetGaugeResponse, Stage, Thresholds } from '@site/proto/gen/nest/weather/v1/rivers';
import type { FloodCategory } from '@site/proto/weather/v1/rivers.responses';
import { isoOf } from '../readings/source-values.js';
import type { SourceCourse } from './nwps-client.js';
import type { Reading } from './rivers.schema.js';

const hourMs = 3_600_000;
const observedForMs = 72 * hourMs;
export const readingsForMs = 6 * hourMs;
/** Allowed clock skew. */
const maxFutureMs = hourMs;
/** River forecasts cover at most a month. */
const maxForecastMs = 45 * 24 * hourMs;
const maxStages = 500;
const dayMs = 24 * hourMs;
/** Smaller changes are uncertain. */
const minChangeFeet = 0.1;

export const stageOf = ({ at, feet }: Reading): Stage => ({ at: isoOf(at), feet });

/** At most a day old, and not in the future. */
export const isRecent = ({ at }: Reading, now: number): boolean => now - at <= dayMs && at - now <= maxFutureMs;

/**
 * By the latest significant change over an hour or more.
 * @param readings of the last hours, oldest first
 */
export function trendOf(readings: readonly Reading[]): '' | 'rising' | 'falling' | 'steady' {
  const newest = readings.at(-1);
  const before = readings.filter(({ at }) => newest && newest.at - at >= hourMs && newest.at - at <= readingsForMs);
  if (!newest || before.length === 0) return '';
  const changes = before.map(({ feet }) => newest.feet - feet);
  // 10.1 − 10 computes to slightly more than 0.1.
  const change = changes.findLast((each) => Math.abs(each) > minChangeFeet + 1e-9);
  return change === undefined ? 'steady' : change > 0 ? 'rising' : 'falling';
}

/** Oldest first, without duplicates and readings too old for a trend. */
export function withReading(before: readonly Reading[], newest: Reading | undefined): Reading[] {
  if (!newest) return [...before];
  return [...before.filter(({ at }) => at < newest.at && newest.at - at <= readingsForMs), newest];
}

/** The last reading of every hour. */
function hourly(readings: readonly Reading[]): Reading[] {
  return [...new Map(readings.map((reading) => [Math.floor(reading.at / hourMs), reading])).values()];
}

/** Empty when no threshold is defined. */
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
  const reportedCategory = gauge.crest?.feet === highest.feet ? gauge.crestCategory : '';
  return { ...gauge, crest: stageOf(highest), crestCategory: categoryAt(highest.feet, thresholds) || reportedCategory };
}

/** Builds the hydrograph: hourly readings of 72 hours, and the forecast with its crest. */
export function toGaugeResponse(
  gauge: Gauge,
  course: SourceCourse,
  now: number,
): Omit<GetGaugeResponse, 'fetchedAt' | 'stale'> {
  const { thresholds, issuedAt } = course;
  const observed = hourly(course.observed.filter(({ at }) => now - at <= observedForMs && at - now <= maxFutureMs));
  const possible = course.forecast.filter(({ at }) => now - at <= observedForMs && at - now <= maxForecastMs);
  // A forecast without future points has expired.
  const ahead = possible.filter(({ at }) => at > now);
  const forecast = ahead.length > 0 ? possible.slice(0, maxStages) : [];
  const highest = ahead.find(({ feet }) => feet === Math.max(...ahead.map((each) => each.feet)));
  return {
    gauge: highest ? withCrest(gauge, highest, thresholds) : gauge,
    observed: observed.slice(-maxStages).map(stageOf),
    forecast: forecast.map(stageOf),
    ...(forecast.length > 0 && issuedAt !== undefined && { forecastIssuedAt: isoOf(issuedAt) }),
    thresholds,
  };
}
