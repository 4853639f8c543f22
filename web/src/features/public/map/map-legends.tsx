/** Legends of the storm map's reports and river gauges. */
import type { Rivers } from '@site/proto/weather/v1/rivers.responses';
import type { StormReports } from '@site/proto/weather/v1/storm-reports.responses';
import { stateName } from '@site/regions/state';
import { MarkKey } from '@/components/map/storm/marker-swatch.js';
import { gaugeMarks, reportMarks, type Mark } from '@/components/map/storm/markers.js';
import { StatusNote, SourceAge, StormPart, type StormState } from '@/components/storm/storm-section.js';

const reportSources = {
  iem: 'National Weather Service, via the Iowa Environmental Mesonet',
  nws: 'National Weather Service',
  '': 'National Weather Service',
};

export function ReportsLegend({ state }: { state: StormState<StormReports> }) {
  return (
    <StormPart state={state} failure="We can’t show the storm reports right now." waitingLabel="Loading the reports">
      {(data, now) => (
        <div className="text-sm">
          {data.reports.length > 0 ? (
            <>
              <Keys label="Storm report markers" table={reportMarks} used={data.reports.map(({ kind }) => kind)} />
              <p className="mt-1">
                {data.abridged ? 'The newest reports' : 'All reports'} of the last 24 hours. Preliminary and unverified.
              </p>
            </>
          ) : data.ok ? (
            <p className="font-medium">No storm reports from {stateName} in the last 24 hours.</p>
          ) : (
            <StatusNote>We can’t tell right now whether storms were reported.</StatusNote>
          )}
          <SourceAge
            source={`Storm reports: ${reportSources[data.source]}`}
            data={data}
            hasFailed={state.isError}
            now={now}
          />
        </div>
      )}
    </StormPart>
  );
}

export function RiversLegend({ state }: { state: StormState<Rivers> }) {
  return (
    <StormPart state={state} failure="We can’t show the rivers right now." waitingLabel="Loading the rivers">
      {(data, now) => (
        <div className="text-sm">
          {data.gauges.length > 0 ? (
            <Keys
              label="River gauge markers"
              table={gaugeMarks}
              used={data.gauges.map(({ observed_category: category }) => category)}
            />
          ) : data.ok ? (
            <p className="font-medium">No river gauge has a reading.</p>
          ) : (
            <StatusNote>We don’t have river data right now.</StatusNote>
          )}
          <SourceAge
            source="Rivers: National Water Prediction Service"
            data={data}
            hasFailed={state.isError}
            now={now}
          />
        </div>
      )}
    </StormPart>
  );
}

interface KeysProps<Kind extends string> {
  label: string;
  table: Readonly<Record<Kind, Mark>>;
  used: readonly Kind[];
}

function Keys<Kind extends string>({ label, table, used }: KeysProps<Kind>) {
  const kinds = new Set(used);
  return (
    <ul aria-label={label} className="flex flex-wrap gap-x-4">
      {(Object.keys(table) as Kind[])
        .filter((kind) => kinds.has(kind))
        .map((kind) => (
          <MarkKey key={kind} mark={table[kind]} />
        ))}
    </ul>
  );
}
