/** The convective outlooks of the Storm Prediction Center for the state. */
import { z } from 'zod';
import { integer, renewed, text, textOrNull } from '../../responses.js';

export const riskLabels = ['TSTM', 'MRGL', 'SLGT', 'ENH', 'MDT', 'HIGH'] as const;
export type RiskLabel = (typeof riskLabels)[number];

const outlookAreaSchema = z.strictObject({
  label: z.enum(riskLabels),
  text: text.describe('The center\'s wording: "Slight Risk".'),
  level: integer.describe('0 (TSTM) to 5 (HIGH).'),
  fill: text.describe('"#rrggbb".'),
  stroke: text,
  geometry: z.unknown().describe('GeoJSON Polygon or MultiPolygon.'),
});
export type OutlookArea = z.infer<typeof outlookAreaSchema>;

const outlookDaySchema = z.strictObject({
  day: integer,
  ...renewed,
  reason: z.enum(['', 'failed', 'expired']),
  issued_at: textOrNull,
  valid_from: textOrNull,
  valid_until: textOrNull,
  areas: z.array(outlookAreaSchema).describe('Lowest risk first.'),
  counties: z.array(z.strictObject({ county: text, label: z.enum(riskLabels), level: integer })),
  unknown_areas: z
    .array(
      z.strictObject({ name: text.describe('"Intensity 1 (CIG1)".'), counties: z.array(text).describe('FIPS codes.') }),
    )
    .describe('Areas of no known category. A county in one is not known to be without risk.'),
});
export type OutlookDay = z.infer<typeof outlookDaySchema>;

export const outlookResponse = z.strictObject({ days: z.array(outlookDaySchema).length(3) });
export type Outlook = z.infer<typeof outlookResponse>;
