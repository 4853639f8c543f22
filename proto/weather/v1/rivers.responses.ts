/** River gauges of the National Water Prediction Service. */
import { stateName } from '@site/regions/state';
import { z } from 'zod';
import { renewed, text, textOrNull } from '../../responses.js';

export const floodCategories = ['', 'low', 'no_flooding', 'action', 'minor', 'moderate', 'major'] as const;
export type FloodCategory = (typeof floodCategories)[number];

const stageSchema = z.strictObject({ at: text, feet: z.number() });
export type Stage = z.infer<typeof stageSchema>;

export const gaugeResponse = z.strictObject({
  id: text,
  name: text,
  county: text.describe(`FIPS code; empty when outside ${stateName}.`),
  lat: z.number(),
  lon: z.number(),
  observed: stageSchema.nullable().describe('The latest reading, if it is younger than a day.'),
  observed_category: z.enum(floodCategories),
  trend: z.enum(['', 'rising', 'falling', 'steady']),
  crest: stageSchema.nullable().describe('The highest forecast stage.'),
  crest_category: z.enum(floodCategories),
});
export type Gauge = z.infer<typeof gaugeResponse>;

export const riversResponse = z.strictObject({
  ...renewed,
  reason: z.enum(['', 'failed']),
  gauges: z.array(gaugeResponse),
});
export type Rivers = z.infer<typeof riversResponse>;

export const gaugeCourseResponse = z.strictObject({
  gauge: gaugeResponse,
  observed: z.array(stageSchema).describe('The last three days, oldest first.'),
  forecast: z.array(stageSchema).describe('Oldest first; empty when there is no forecast.'),
  forecast_issued_at: textOrNull,
  thresholds: z.strictObject({
    action_feet: z.number().nullable(),
    minor_feet: z.number().nullable(),
    moderate_feet: z.number().nullable(),
    major_feet: z.number().nullable(),
  }),
  fetched_at: text,
  stale: z.boolean(),
});
export type GaugeCourse = z.infer<typeof gaugeCourseResponse>;
