/**
 * Local storm reports from the Iowa Environmental Mesonet (`lsr.geojson`, source: akrherz/iem) and from NOAA's map
 * server (fields as other public code reads them). Reports are parsed separately: a malformed one must not affect the
 * others.
 */
import { firstCharacters } from '@site/domain/truncate';
import { z } from 'zod';
import { optionalPart, reasonOf, reportLeftOut } from '../readings/skipped-parts.js';
import { isoMs, isoTime, lineOrNone, oneLine, plausibleMs } from '../readings/source-values.js';

const maxFeatures = 2_000;
const maxRemarkLength = 1_500;
const maxLineLength = 160;

/** Before its wording is normalized. */
export interface SourceReport {
  /** Milliseconds since 1970 UTC. */
  at: number;
  lat: number;
  lon: number;
  type: string;
  amount: string;
  unit: string;
  qualifier: string;
  place: string;
  remark: string;
  reporter: string;
  office: string;
}

const amount = optionalPart(z.union([z.string(), z.number().transform(String)]), 'magnitude').transform((value) =>
  firstCharacters(value ?? '', 20),
);

const lineField = lineOrNone(maxLineLength);
const officeName = lineOrNone(40).transform((text) => (/^[A-Z]{3,4}$/.test(text) ? text.slice(-3) : ''));
const type = z
  .string()
  .transform((text) => oneLine(text, 80))
  .pipe(z.string().min(1));

const geometry = z.object({
  type: z.literal('Point'),
  coordinates: z.tuple([z.number().min(-180).max(180), z.number().min(-90).max(90)], z.number()),
});

export const iemReport = z
  .object({
    geometry,
    properties: z.object({
      valid: isoTime,
      typetext: type,
      city: lineField,
      source: lineField,
      wfo: officeName,
      magnitude: amount,
      magf: amount,
      unit: lineField,
      qualifier: lineField,
      remark: lineOrNone(maxRemarkLength),
    }),
  })
  .transform(({ geometry: { coordinates }, properties }): SourceReport => ({
    at: properties.valid,
    lon: coordinates[0],
    lat: coordinates[1],
    type: properties.typetext,
    amount: properties.magnitude || properties.magf,
    unit: properties.unit,
    qualifier: properties.qualifier,
    place: properties.city,
    remark: properties.remark,
    reporter: properties.source,
    office: properties.wfo,
  }));

/** Milliseconds, or an ISO time. */
const noaaTime = z.union([z.number(), z.string()]).transform((value, context) => {
  const ms = typeof value === 'number' ? plausibleMs(value) : isoMs(value);
  if (ms !== undefined) return ms;
  context.addIssue({ code: 'custom', message: 'not a time' });
  return z.NEVER;
});

const noaaReport = z
  .object({
    geometry,
    properties: z.object({
      lsr_validtime: noaaTime,
      descript: type,
      loc_desc: lineField,
      wfo_id: officeName,
      wfo: officeName,
      magnitude: amount,
      units: lineField,
      remarks: lineOrNone(maxRemarkLength),
    }),
  })
  .transform(({ geometry: { coordinates }, properties }): SourceReport => ({
    at: properties.lsr_validtime,
    lon: coordinates[0],
    lat: coordinates[1],
    type: properties.descript,
    amount: properties.magnitude,
    unit: properties.units,
    qualifier: '',
    place: properties.loc_desc,
    remark: properties.remarks,
    reporter: '',
    office: properties.wfo_id || properties.wfo,
  }));

export type SourceReports = typeof iemReports;

/** With whether there were more than the limit. */
const reportsOf = (report: z.ZodType<SourceReport>) =>
  z
    .object({
      type: z.literal('FeatureCollection'),
      // Rejects larger lists, and those without a readable report, which would look like a quiet day.
      features: z.array(z.unknown()).max(maxFeatures * 5),
      exceededTransferLimit: z.boolean().optional().catch(undefined),
      properties: z.object({ exceededTransferLimit: z.boolean().optional() }).nullish().catch(undefined),
    })
    .transform(({ features, exceededTransferLimit, properties }, context) => {
      const reports = features.slice(0, maxFeatures).flatMap((feature, index) => {
        const read = report.safeParse(feature);
        if (read.success) return [read.data];
        reportLeftOut(`features[${index}]: ${reasonOf(read.error)}`);
        return [];
      });
      if (features.length > 0 && reports.length === 0) {
        context.addIssue({ code: 'custom', message: 'no readable report' });
        return z.NEVER;
      }
      const isCut = exceededTransferLimit ?? properties?.exceededTransferLimit ?? false;
      return { reports, isCut: isCut || features.length > maxFeatures };
    });

export const iemReports = reportsOf(iemReport);
export const noaaReports = reportsOf(noaaReport);
