/** Text equivalent of the map. */
import { counties } from '@site/regions/counties';
import type { Outlook, OutlookDay, RiskLabel } from '@site/proto/weather/v1/outlook.responses';
import type { Gauge, Rivers } from '@site/proto/weather/v1/rivers.responses';
import type { StormReports } from '@site/proto/weather/v1/storm-reports.responses';
import { stateName } from '@site/regions/state';
import { useState } from 'react';
import { rankOf } from '@/components/map/storm/markers.js';
import { GaugeEntry } from '@/components/storm/gauge-list.js';
import { isHigh } from '@/components/storm/gauges.js';
import { isOutlookValid } from '@/components/storm/outlook.js';
import { UnknownAreas } from '@/components/storm/outlook-days.js';
import { describeRisk } from '@/components/storm/risk-labels.js';
import { RiskChip } from '@/components/storm/risk-chip.js';
import { StatusNote, StormSection, type StormState } from '@/components/storm/storm-section.js';
import { ReportEntry } from '@/components/storm/storm-reports.js';
import { Button } from '@/ui/button.js';
import { titleOf } from './outlook-bar.js';
import { CountyLink } from './point-facts.js';

const card = { headingClassName: 'text-xl', className: 'card p-5 md:p-6', skeletonClassName: 'h-24 rounded-lg' };

export function OutlookText({ state }: { state: StormState<Outlook> }) {
  return (
    <StormSection {...card} title="Storm outlook" what="the storm outlook" state={state}>
      {({ days }, now) => (
        <ol className="flex flex-col gap-5">
          {days.map((day) => (
            <li key={day.day}>
              <h3 className="text-base">{titleOf(day, now)}</h3>
              {isOutlookValid(day, now) ? <Risks day={day} /> : <StatusNote>Not available right now.</StatusNote>}
            </li>
          ))}
        </ol>
      )}
    </StormSection>
  );
}

const nameOf = (fips: string) => counties.find((county) => county.fips === fips)?.name.replace(/ County$/, '') ?? fips;

function Risks({ day }: { day: OutlookDay }) {
  const labels = [...new Set(day.counties.map(({ label }) => label))];
  labels.sort((one, other) => describeRisk(other).level - describeRisk(one).level);
  const unknown = day.unknown_areas.map(({ name }) => name);
  if (labels.length === 0 && unknown.length === 0)
    return <p className="mt-1">No thunderstorm risk for any county in {stateName}.</p>;
  return (
    <>
      <UnknownAreas names={unknown} place={stateName} />
      <ul className="mt-2 flex flex-col gap-2">
        {labels.map((label) => (
          <li key={label}>
            <RiskCounties label={label} names={namesIn(day, label)} />
          </li>
        ))}
      </ul>
    </>
  );
}

const namesIn = (day: OutlookDay, label: RiskLabel) =>
  day.counties
    .filter((each) => each.label === label)
    .map(({ county }) => nameOf(county))
    .sort((one, other) => one.localeCompare(other));

function RiskCounties({ label, names }: { label: RiskLabel; names: string[] }) {
  return (
    <details>
      <summary className="flex min-h-11 flex-wrap items-center gap-x-3">
        <RiskChip label={label} />
        <span className="text-link">{names.length === 1 ? 'one county' : `${names.length} counties`}</span>
      </summary>
      <p className="mt-1 text-sm text-ink-soft">{names.join(', ')}</p>
    </details>
  );
}

const maxReports = 10;

export function ReportsText({ state }: { state: StormState<StormReports> }) {
  return (
    <StormSection {...card} title="Storm reports" what="the storm reports" state={state}>
      {({ ok, reports }, now) =>
        reports.length > 0 ? (
          <>
            <p className="mb-3 text-sm text-ink-soft">
              {reports.length > maxReports
                ? `The newest ${maxReports} of ${reports.length} in the last 24 hours. `
                : 'The last 24 hours. '}
              Preliminary and unverified.
            </p>
            <ul aria-label="Newest storm reports" className="divide-y divide-line">
              {reports.slice(0, maxReports).map((report) => (
                <li key={report.id} className="py-3">
                  <ReportEntry report={report} now={now} />
                  <div className="ml-8">
                    <CountyLink fips={report.county} />
                  </div>
                </li>
              ))}
            </ul>
          </>
        ) : ok ? (
          <p>No storm reports from {stateName} in the last 24 hours.</p>
        ) : (
          <StatusNote>We can’t tell right now whether storms were reported.</StatusNote>
        )
      }
    </StormSection>
  );
}

const maxGauges = 8;

const rank = ({ observed_category: now, crest_category: crest }: Gauge) => Math.max(rankOf(now), rankOf(crest));
/** Worst first. */
const highOnes = (gauges: readonly Gauge[]) =>
  gauges
    .filter((gauge) => isHigh(gauge.observed_category) || isHigh(gauge.crest_category))
    .sort((one, other) => rank(other) - rank(one));

/** Gauges at or near flood stage. */
export function RiversText({ state }: { state: StormState<Rivers> }) {
  const [isExpanded, setIsExpanded] = useState(false);
  return (
    <StormSection {...card} title="Rivers at or near flood stage" what="the rivers" state={state}>
      {({ ok, gauges }, now) => {
        const high = highOnes(gauges);
        if (high.length > 0)
          return (
            <>
              <ul aria-label="Rivers at or near flood stage" className="divide-y divide-line">
                {high.slice(0, isExpanded ? undefined : maxGauges).map((gauge) => (
                  <li key={gauge.id} className="py-3">
                    <GaugeEntry gauge={gauge} now={now} />
                    <CountyLink fips={gauge.county} />
                  </li>
                ))}
              </ul>
              {!isExpanded && high.length > maxGauges && (
                <Button tone="secondary" className="mt-4" onClick={() => setIsExpanded(true)}>
                  Show all {high.length}
                </Button>
              )}
            </>
          );
        if (!ok || gauges.length === 0)
          return <StatusNote>We can’t tell right now whether rivers are flooding.</StatusNote>;
        return <p>None of the {gauges.length} gauges with a reading is at or near flood stage, or forecast to be.</p>;
      }}
    </StormSection>
  );
}
