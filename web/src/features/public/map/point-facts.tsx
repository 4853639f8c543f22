import type { Gauge } from '@site/proto/weather/v1/rivers.responses';
import type { StormReport } from '@site/proto/weather/v1/storm-reports.responses';
import { counties } from '@site/regions/counties';
import { Link } from 'react-router-dom';
import type { MapContext } from '@/components/map/storm/map-context.js';
import { covers, readShape, type Position } from '@/components/map/shapes/shapes.js';
import { CategoryChip } from '@/components/storm/gauge-list.js';
import { stageText } from '@/components/storm/gauges.js';
import { ReportEntry } from '@/components/storm/storm-reports.js';
import { alertTime } from '@/components/time/times.js';
import { useUnits } from '@/components/weather/units/units.js';

/** As many as fit in the card; the lists below the map have all. */
const maxFacts = 4;

/** Approximates the distance in degrees of latitude. */
function distance([lon, lat]: Position, other: { lon: number; lat: number }): number {
  const squeeze = Math.cos((lat * Math.PI) / 180);
  return Math.hypot((lon - other.lon) * squeeze, lat - other.lat);
}

/** Returns the nearest first. */
export function near<Item extends { lon: number; lat: number }>(
  items: readonly Item[],
  point: Position,
  reachDegrees: number,
): Item[] {
  return items
    .map((item) => ({ item, away: distance(point, item) }))
    .filter(({ away }) => away <= reachDegrees)
    .sort((one, other) => one.away - other.away)
    .map(({ item }) => item);
}

interface PointFactsProps {
  context: MapContext;
  point: Position;
  reachDegrees: number;
  /** FIPS code; undefined outside the state. */
  county: string | undefined;
  /** Server clock. */
  now: number;
}

export function PointFacts({ context, point, reachDegrees, county, now }: PointFactsProps) {
  const reports = near(context.reports, point, reachDegrees);
  const gauges = near(context.gauges, point, reachDegrees);
  // Risk areas are sorted by rising risk.
  const risk = context.outlook.findLast(({ geometry }) => {
    const shape = readShape(geometry);
    return shape && covers(shape, point);
  });
  const hidden = Math.max(0, reports.length - maxFacts) + Math.max(0, gauges.length - maxFacts);
  return (
    <div className="mb-3 flex flex-col gap-3">
      {county && <CountyLink fips={county} label="More about this county" />}
      {risk && (
        <p>
          Storm outlook: <strong>{risk.text}</strong>
        </p>
      )}
      {reports.slice(0, maxFacts).map((report) => (
        <ReportFacts key={report.id} report={report} now={now} />
      ))}
      {gauges.slice(0, maxFacts).map((gauge) => (
        <GaugeFacts key={gauge.id} gauge={gauge} now={now} />
      ))}
      {hidden > 0 && <p className="text-sm text-ink-soft">And {hidden} more here. Zoom in to see them.</p>}
    </div>
  );
}

function ReportFacts({ report, now }: { report: StormReport; now: number }) {
  return (
    <div>
      <ReportEntry report={report} now={now} />
      <p className="ml-8 text-sm text-ink-soft">Preliminary report</p>
    </div>
  );
}

function GaugeFacts({
  gauge: { name, observed, observed_category, trend, crest },
  now,
}: {
  gauge: Gauge;
  now: number;
}) {
  const units = useUnits();
  return (
    <div className="figures flex flex-col items-start gap-1">
      <strong>{name}</strong>
      <CategoryChip category={observed_category} />
      <p>
        {observed
          ? `${stageText(observed.feet, units)}${trend && `, ${trend}`}, measured ${alertTime(observed.at, now)}`
          : 'No reading in the last day'}
      </p>
      {crest && (
        <p className="text-ink-soft">
          Highest forecast: {stageText(crest.feet, units)}, {alertTime(crest.at, now)}
        </p>
      )}
    </div>
  );
}

/** Renders nothing outside the state. */
export function CountyLink({ fips, label }: { fips: string; label?: string }) {
  const county = counties.find((each) => each.fips === fips);
  return (
    county && (
      <Link to={`/county/${county.slug}`} className="text-link text-sm font-medium">
        {label ?? county.name}
      </Link>
    )
  );
}
