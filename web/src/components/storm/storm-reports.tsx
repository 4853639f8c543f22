import type { StormReport, StormReportKind, StormReports } from '@site/proto/weather/v1/storm-reports.responses';
import { CloudHail, CloudRain, Info, Snowflake, Tornado, Waves, Wind, type LucideIcon } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Button } from '@/ui/button.js';
import { clockTime, dateOf, localTimeAt, shortDate, stateTimeZone } from '../time/times.js';
import { StatusNote, SourceAge } from './storm-section.js';

const icons: Record<StormReportKind, LucideIcon> = {
  tornado: Tornado,
  wind: Wind,
  hail: CloudHail,
  flood: Waves,
  winter: Snowflake,
  rain: CloudRain,
  other: Info,
};

/** A list of three hundred is slow to render and to tab through. */
const initialCount = 20;

interface StormReportListProps {
  reports: readonly StormReport[];
  /** Server clock. */
  now: number;
}

export function StormReportList({ reports, now }: StormReportListProps) {
  const [isExpanded, setIsExpanded] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    // The pressed button is gone.
    if (isExpanded) list.current?.querySelector<HTMLElement>(':scope > [tabindex]')?.focus();
  }, [isExpanded]);
  const visibleReports = isExpanded ? reports : reports.slice(0, initialCount);
  return (
    <>
      <ul ref={list} aria-label="Storm reports" className="divide-y divide-line">
        {visibleReports.map((report, index) => (
          <li
            key={report.id}
            {...(isExpanded && index === initialCount && { tabIndex: -1 })}
            className="py-3 first:pt-0 last:pb-0"
          >
            <ReportEntry report={report} now={now} />
          </li>
        ))}
      </ul>
      {visibleReports.length < reports.length && (
        <Button tone="secondary" className="mt-4" onClick={() => setIsExpanded(true)}>
          Show all {reports.length}
        </Button>
      )}
    </>
  );
}

export function ReportEntry({ report, now }: { report: StormReport; now: number }) {
  const Icon = icons[report.kind];
  const strength = [report.magnitude, report.magnitude && report.qualifier].filter(Boolean).join(', ');
  return (
    <article className="flex gap-3">
      <Icon aria-hidden="true" size={20} className="mt-1 shrink-0 text-ink-soft" />
      <div className="min-w-0 wrap-anywhere">
        <p>
          <strong>{report.type}</strong>
          {strength && <span className="figures">, {strength}</span>}
        </p>
        <p className="figures text-ink-soft">
          {report.place && `${report.place} · `}
          <time dateTime={report.time}>{happened(report.time, now)}</time>
        </p>
        {report.remark && <p className="mt-1">{report.remark}</p>}
        {report.reporter && <p className="text-sm text-ink-soft">Reported by: {report.reporter}</p>}
      </div>
    </article>
  );
}

/** Returns "3:07 PM CST", with the day unless it is today. */
function happened(time: string, now: number): string {
  const timestamp = Date.parse(time);
  if (Number.isNaN(timestamp)) return 'at an unknown time';
  const date = dateOf(localTimeAt(timestamp, stateTimeZone));
  return date === dateOf(localTimeAt(now, stateTimeZone))
    ? clockTime(timestamp)
    : `${shortDate(date)}, ${clockTime(timestamp)}`;
}

const sources = {
  iem: 'Local storm reports of the National Weather Service, by the Iowa Environmental Mesonet',
  nws: 'Local storm reports of the National Weather Service',
  '': 'Local storm reports of the National Weather Service',
};

interface CountyReportsProps {
  data: StormReports;
  fips: string;
  name: string;
  hasFailed: boolean;
  now: number;
}

/** Covers the last 24 hours. Distinguishes an empty list from an unavailable one. */
export function CountyReports({ data, fips, name, hasFailed, now }: CountyReportsProps) {
  const reports = data.reports.filter(({ county }) => county === fips);
  return (
    <div className="card p-5 md:p-6">
      {reports.length > 0 && (
        <>
          <p className="mb-4 text-ink-soft">Preliminary: these reports haven't been verified.</p>
          <StormReportList reports={reports} now={now} />
        </>
      )}
      {reports.length === 0 &&
        (data.ok && !data.abridged ? (
          <p>No storm reports from {name} in the last 24 hours.</p>
        ) : (
          <StatusNote>We can't tell right now whether storms were reported from {name}.</StatusNote>
        ))}
      {reports.length > 0 && data.abridged && (
        <p className="mt-3 text-ink-soft">There are more reports from the state than we can list.</p>
      )}
      <SourceAge source={sources[data.source]} data={data} hasFailed={hasFailed} now={now} />
    </div>
  );
}
