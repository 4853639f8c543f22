/** Storm reports as the API shows them. "No reports" is claimed for at most half an hour after a fetch. */
import type { ListStormReportsResponse } from '@site/proto/gen/nest/weather/v1/storm_reports';
import {
  stormReportAnswer,
  stormReportsAnswer,
  type StormReport,
  type StormReports,
} from '@site/proto/weather/v1/storm-reports.answers';
import { answerFrom } from '../answer-from.js';
import type { Freshness } from '../refresh-ahead-cache.js';

const holdMs = 30 * 60_000;
const oldestMs = 24 * 60 * 60_000;
const mostReports = 500;

const sourceAnswer = stormReportsAnswer.shape.source;

/** Converts storm reports without old and malformed ones. `ok` is false once the last fetch is too long ago. */
export function reportsData(message: ListStormReportsResponse, { lost, now }: Freshness): StormReports {
  const { fetchedAt } = message;
  const holds = now - Date.parse(fetchedAt ?? '') <= holdMs;
  const ok = message.ok && holds;
  const isOver = ({ time }: { time: string }) => now - Date.parse(time) > oldestMs;
  const current = message.reports.filter((report) => !isOver(report));
  const reports = current
    .map((report) => answerFrom(stormReportAnswer, report))
    .filter(({ time }) => !Number.isNaN(Date.parse(time)))
    .filter((report): report is StormReport => stormReportAnswer.safeParse(report).success)
    .slice(0, mostReports);
  const { success, data: source } = sourceAnswer.safeParse(message.source);
  return {
    ok,
    reason: ok ? '' : 'failed',
    stale: message.stale || lost || !holds,
    fetched_at: fetchedAt ?? null,
    source: success ? source : '',
    // Unreadable reports are missing too.
    abridged: message.abridged || reports.length < current.length,
    reports,
  };
}
