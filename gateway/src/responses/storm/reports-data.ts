/** Storm reports as the API shows them. "No reports" is claimed for at most half an hour after a fetch. */
import type { ListStormReportsResponse } from '@site/proto/gen/nest/weather/v1/storm_reports';
import {
  stormReportResponse,
  stormReportsResponse,
  type StormReport,
  type StormReports,
} from '@site/proto/weather/v1/storm-reports.responses';
import { toResponse } from '../response-from.js';
import type { Freshness } from '../refresh-ahead-cache.js';

const maxAgeMs = 30 * 60_000;
const oldestMs = 24 * 60 * 60_000;
const maxReports = 500;

const sourceSchema = stormReportsResponse.shape.source;

/** Converts storm reports without old and malformed ones. `ok` is false once the last fetch is too long ago. */
export function reportsData(message: ListStormReportsResponse, { isUnreachable, now }: Freshness): StormReports {
  const { fetchedAt } = message;
  const isFresh = now - Date.parse(fetchedAt ?? '') <= maxAgeMs;
  const ok = message.ok && isFresh;
  const isOver = ({ time }: { time: string }) => now - Date.parse(time) > oldestMs;
  const current = message.reports.filter((report) => !isOver(report));
  const reports = current
    .map((report) => toResponse(stormReportResponse, report))
    .filter(({ time }) => !Number.isNaN(Date.parse(time)))
    .filter((report): report is StormReport => stormReportResponse.safeParse(report).success)
    .slice(0, maxReports);
  const { success, data: source } = sourceSchema.safeParse(message.source);
  return {
    ok,
    reason: ok ? '' : 'failed',
    stale: message.stale || isUnreachable || !isFresh,
    fetched_at: fetchedAt ?? null,
    source: success ? source : '',
    // Unreadable reports are missing too.
    abridged: message.abridged || reports.length < current.length,
    reports,
  };
}
