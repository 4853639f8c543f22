/** Local storm reports of the last 24 hours. */
import { stateName } from '@site/regions/state';
import { z } from 'zod';
import { renewed, text } from '../../responses.js';

export const stormReportKinds = ['tornado', 'wind', 'hail', 'flood', 'winter', 'rain', 'other'] as const;
export type StormReportKind = (typeof stormReportKinds)[number];

export const stormReportResponse = z.strictObject({
  id: text,
  time: text.describe('When it happened.'),
  type: text.describe("The weather service's wording."),
  kind: z.enum(stormReportKinds),
  magnitude: text.describe('With its unit; empty when none was given.'),
  qualifier: z.enum(['', 'measured', 'estimated']),
  place: text,
  county: text.describe(`FIPS code; empty when outside ${stateName}.`),
  lat: z.number(),
  lon: z.number(),
  remark: text,
  reporter: text,
  office: text,
});
export type StormReport = z.infer<typeof stormReportResponse>;

export const stormReportsResponse = z.strictObject({
  ...renewed,
  reason: z.enum(['', 'failed']),
  source: z.enum(['', 'iem', 'nws']),
  abridged: z.boolean().describe('True when there are more than these.'),
  reports: z.array(stormReportResponse).max(500).describe('Newest first; all are preliminary.'),
});
export type StormReports = z.infer<typeof stormReportsResponse>;
