/** Merges a source's storm reports into the list for pages. */
import { createHash } from 'node:crypto';
import type { StormReport } from '@site/proto/gen/nest/weather/v1/storm_reports';
import { stateBoxes } from '@site/regions/bounding-boxes';
import { countyAt } from '../places/county.js';
import { isoOf } from '../readings/source-values.js';
import { kindOf, magnitudeOf, formatReportType } from './report-labels.js';
import type { SourceReport } from './storm-reports.schema.js';

/** An outbreak over the state has some two hundred. */
export const maxReports = 500;
export const reportsForMs = 24 * 3_600_000;
/** Allowed clock skew. */
const maxFutureMs = 10 * 60_000;

const { west, south, east, north } = stateBoxes.search;
const isAround = ({ lat, lon }: SourceReport) => lon >= west && lon <= east && lat >= south && lat <= north;

/** Equal across sources. */
function idOf({ at, lat, lon, type, amount, remark, place }: SourceReport): string {
  const content = [at, lat.toFixed(2), lon.toFixed(2), type.toLowerCase(), amount, place, remark];
  return createHash('sha256').update(JSON.stringify(content)).digest('base64url').slice(0, 16);
}

function normalised(report: SourceReport): StormReport {
  const { at, lat, lon, type, amount, unit, qualifier, place, remark, reporter, office } = report;
  return {
    id: idOf(report),
    time: isoOf(at),
    type: formatReportType(type),
    kind: kindOf(type),
    ...magnitudeOf(amount, unit, qualifier),
    place,
    county: countyAt({ lat, lon }) ?? '',
    lat: Number(lat.toFixed(4)),
    lon: Number(lon.toFixed(4)),
    remark,
    reporter: formatReportType(reporter),
    office,
  };
}

/** Deduplicated, local, of the last 24 hours, newest first, with whether some were left out. */
export function normaliseReports(
  found: readonly SourceReport[],
  now: number,
): { reports: StormReport[]; isAbridged: boolean } {
  const relevant = found
    .filter((report) => isAround(report) && report.at >= now - reportsForMs && report.at <= now + maxFutureMs)
    .map(normalised);
  const once = [...new Map(relevant.map((report) => [report.id, report])).values()].sort(
    (left, right) => right.time.localeCompare(left.time) || left.id.localeCompare(right.id),
  );
  return { reports: once.slice(0, maxReports), isAbridged: once.length > maxReports };
}
