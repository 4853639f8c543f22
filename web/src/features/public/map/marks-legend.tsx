/** Legends of the storm map's reports and river gauges. */
import type { Rivers } from '@site/proto/weather/v1/rivers.answers';
import type { StormReports } from '@site/proto/weather/v1/storm-reports.answers';
import { stateName } from '@site/state/state';
import { MarkKey } from '../../../domain/map/storm/mark-swatch.js';
import { gaugeMarks, reportMarks, type Mark } from '../../../domain/map/storm/marks.js';
import { NotKnown, SourceAge, StormPart, type StormState } from '../../../domain/storm/storm-part.js';

const reportSources = {
  iem: 'National Weather Service, via the Iowa Environmental Mesonet',
  nws: 'National Weather Service',
  '': 'National Weather Service',
};

export function ReportsLegend({ state }: { state: StormState<StormReports> }) {
  return (
    <StormPart state={state} failure="We can’t show the storm reports right now." waitingLabel="Loading the reports">
      {(answer, now) => (
        <div className="text-sm">
          {answer.reports.length > 0 ? (
            <>
              <Keys label="Storm report markers" table={reportMarks} used={answer.reports.map(({ kind }) => kind)} />
              <p className="mt-1">
                {answer.abridged ? 'The newest reports' : 'All reports'} of the last 24 hours. Preliminary and
                unverified.
              </p>
            </>
          ) : answer.ok ? (
            <p className="font-medium">No storm reports from {stateName} in the last 24 hours.</p>
          ) : (
            <NotKnown>We can’t tell right now whether storms were reported.</NotKnown>
          )}
          <SourceAge
            source={`Storm reports: ${reportSources[answer.source]}`}
            answer={answer}
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
      {(answer, now) => (
        <div className="text-sm">
          {answer.gauges.length > 0 ? (
            <Keys
              label="River gauge markers"
              table={gaugeMarks}
              used={answer.gauges.map(({ observed_category: category }) => category)}
            />
          ) : answer.ok ? (
            <p className="font-medium">No river gauge has a reading.</p>
          ) : (
            <NotKnown>We don’t have river data right now.</NotKnown>
          )}
          <SourceAge
            source="Rivers: National Water Prediction Service"
            answer={answer}
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
