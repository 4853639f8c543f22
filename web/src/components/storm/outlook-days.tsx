import type { Outlook, OutlookDay } from '@site/proto/weather/v1/outlook.responses';
import { alertTime } from '../time/times.js';
import { formatOutlookDay, isOutlookValid, riskIn, unknownIn } from './outlook.js';
import { RiskChip } from './risk-chip.js';
import { describeRisk } from './risk-labels.js';
import { StatusNote, SourceAge } from './storm-section.js';

interface CountyOutlookProps {
  data: Outlook;
  fips: string;
  name: string;
  hasFailed: boolean;
  /** Server clock. */
  now: number;
}

/** Claims that there is no risk of severe storms only for a day with a valid outlook. */
export function CountyOutlook({ data, fips, name, hasFailed, now }: CountyOutlookProps) {
  return (
    <div className="card p-5 md:p-6">
      <ol className="grid gap-x-8 gap-y-5 md:grid-cols-3">
        {data.days.map((day) => (
          <li key={day.day}>
            <Day day={day} fips={fips} name={name} now={now} />
          </li>
        ))}
      </ol>
      <SourceAge
        source="Storm Prediction Center"
        data={{ stale: data.days.some(({ stale }) => stale), fetched_at: oldest(data.days) }}
        hasFailed={hasFailed}
        now={now}
      />
    </div>
  );
}

/** Three responses are as old as the oldest. */
const oldest = (days: readonly OutlookDay[]): string | null =>
  days
    .map(({ fetched_at: at }) => at)
    .reduce((one, other) => (one !== null && other !== null && one < other ? one : other)) ?? null;

const unnamed = ['Today or tonight', 'The day after', 'The third day'];

function Day({ day, fips, name, now }: { day: OutlookDay; fips: string; name: string; now: number }) {
  if (!isOutlookValid(day, now))
    return (
      <>
        <h3 className="text-base">{unnamed[day.day - 1]}</h3>
        <div className="mt-2">
          <StatusNote>Not available right now.</StatusNote>
        </div>
      </>
    );
  const label = riskIn(day, fips);
  const unknown = unknownIn(day, fips);
  const title = formatOutlookDay(day, now);
  return (
    <>
      <h3 className="text-base">{title.charAt(0).toUpperCase() + title.slice(1)}</h3>
      <p className="mt-2">
        {label ? (
          <RiskChip label={label} />
        ) : unknown.length === 0 ? (
          <strong>No severe storms are expected in {name}.</strong>
        ) : null}
      </p>
      <UnknownAreas names={unknown} place={name} />
      {label && <p className="mt-2">{describeRisk(label).meaning}</p>}
      <p className="figures mt-1 text-sm text-ink-soft">
        Valid {alertTime(day.valid_from ?? '', now)}, to {alertTime(day.valid_until ?? '', now)}
      </p>
    </>
  );
}

/** Names areas of the outlook that we can't classify. */
export function UnknownAreas({ names, place }: { names: readonly string[]; place: string }) {
  if (names.length === 0) return null;
  return (
    <p className="mt-2 text-ink-soft">
      The outlook also marks “{names.join('”, “')}” in {place}, which we can’t rate. See{' '}
      <a href="https://www.spc.noaa.gov/" className="text-link underline">
        spc.noaa.gov
      </a>
      .
    </p>
  );
}
