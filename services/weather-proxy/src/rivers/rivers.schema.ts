/**
 * The fields of the National Water Prediction Service (api.water.noaa.gov/nwps/v1) that we use. Missing values are
 * -999, -9999 or null, missing times the year 1.
 */
import { floodCategories, type FloodCategory } from '@site/proto/weather/v1/rivers.responses';
import { z } from 'zod';
import { optionalPart, usableItems } from '../readings/skipped-parts.js';
import { isoTime, lineOrNone } from '../readings/source-values.js';

/** Arkansas has some three hundred. */
const maxGauges = 2_000;
/** A month of quarter-hourly readings is 2,976. */
const maxPoints = 20_000;

/** Above a gauge's zero, or above sea level for lakes. */
const feet = z.number().min(-100).max(10_000);
const point = z.object({ validTime: isoTime, primary: feet });

export interface Reading {
  /** Milliseconds since 1970 UTC. */
  at: number;
  feet: number;
}

const isFeet = (unit: string | null | undefined) => /^(ft|feet)$/i.test(unit?.trim() ?? '');

function categoryOf(text: string): FloodCategory {
  const name = text === 'low_threshold' ? 'low' : text;
  return floodCategories.find((category) => category === name) ?? '';
}

/** Undefined when unknown, or a flow instead of a stage. */
const status = z
  .object({
    validTime: isoTime,
    primary: feet,
    primaryUnit: z.string(),
    floodCategory: z.string().catch(''),
  })
  .transform(({ validTime, primary, primaryUnit, floodCategory }) =>
    isFeet(primaryUnit)
      ? { reading: { at: validTime, feet: primary }, category: categoryOf(floodCategory) }
      : undefined,
  )
  .optional()
  .catch(undefined);

export const gauge = z
  .object({
    lid: z.string().regex(/^[A-Za-z0-9]{5}$/),
    name: lineOrNone(160).pipe(z.string().min(1)),
    latitude: z.number().min(-90).max(90),
    longitude: z.number().min(-180).max(180),
    status: z.object({ observed: status, forecast: status }),
  })
  .transform(({ lid, name, latitude, longitude, status: { observed, forecast } }) => ({
    id: lid.toUpperCase(),
    name,
    lat: latitude,
    lon: longitude,
    observed,
    forecast,
  }));
export type SourceGauge = z.infer<typeof gauge>;

/** GET /gauges?bbox…. Drops unreadable gauges; rejects a response without a readable one. */
export const gaugesSchema = z
  .object({ gauges: usableItems(gauge, { name: 'gauges', max: maxGauges }) })
  .transform(({ gauges }, context) => {
    if (gauges.some(({ observed, forecast }) => observed ?? forecast)) return gauges;
    context.addIssue({ code: 'custom', message: 'no gauge has a stage' });
    return z.NEVER;
  });

const threshold = z
  .object({ stage: feet })
  .nullish()
  .catch(undefined)
  .transform((value) => value?.stage);

/** GET /gauges/{lid}: the lowest stage of each flood category. */
export const thresholdsSchema = z
  .object({
    flood: z
      .object({
        stageUnits: z.string().nullish().catch(undefined),
        categories: z
          .object({ action: threshold, minor: threshold, moderate: threshold, major: threshold })
          .nullish()
          .catch(undefined),
      })
      .nullish()
      .catch(undefined),
  })
  .transform(({ flood }) => {
    // Few gauges give the unit; in other units, thresholds aren't stages.
    const { action, minor, moderate, major } = (isFeet(flood?.stageUnits ?? 'ft') && flood?.categories) || {};
    return {
      ...(action !== undefined && { actionFeet: action }),
      ...(minor !== undefined && { minorFeet: minor }),
      ...(moderate !== undefined && { moderateFeet: moderate }),
      ...(major !== undefined && { majorFeet: major }),
    };
  });

const series = z
  .object({
    primaryUnits: z.string().nullish().catch(undefined),
    issuedTime: isoTime.optional().catch(undefined),
    // Missing readings (-999, the year 1) are usual, so they aren't reported.
    data: optionalPart(z.array(z.unknown()).max(maxPoints), 'data'),
  })
  .nullish()
  .catch(undefined)
  .transform((value) => {
    const points = isFeet(value?.primaryUnits) ? (value?.data ?? []) : [];
    const readings = points
      .map((each) => point.safeParse(each).data)
      .flatMap((each): Reading[] => (each ? [{ at: each.validTime, feet: each.primary }] : []))
      .sort((left, right) => left.at - right.at);
    return { issuedAt: value?.issuedTime, readings };
  });

/** GET /gauges/{lid}/stageflow */
export const courseSchema = z.object({ observed: series, forecast: series });
