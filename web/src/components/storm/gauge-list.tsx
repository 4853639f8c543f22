/** River gauges as a list; each opens its recent and forecast stages. */
import type { FloodCategory, Gauge, Rivers } from '@site/proto/weather/v1/rivers.responses';
import { useQuery } from '@tanstack/react-query';
import { ArrowDownRight, ArrowRight, ArrowUpRight, ChevronDown } from 'lucide-react';
import { useId, useState } from 'react';
import { classNames } from '@/ui/class-names.js';
import { formatAge, alertTime } from '../time/times.js';
import { useUnits } from '../weather/units/units.js';
import { GaugeChart } from './gauge-chart.js';
import { getCategoryStyle, stageText } from './gauges.js';
import { StatusNote, SourceAge, StormPart } from './storm-section.js';
import { gaugeCourseQuery } from './storm-queries.js';

const trends = { rising: ArrowUpRight, falling: ArrowDownRight, steady: ArrowRight } as const;

interface GaugeListProps {
  gauges: readonly Gauge[];
  /** Server clock. */
  now: number;
}

export function GaugeList({ gauges, now }: GaugeListProps) {
  return (
    <ul aria-label="River gauges" className="divide-y divide-line">
      {gauges.map((gauge) => (
        <li key={gauge.id} className="py-3 first:pt-0 last:pb-0">
          <GaugeEntry gauge={gauge} now={now} />
        </li>
      ))}
    </ul>
  );
}

export function GaugeEntry({ gauge, now }: { gauge: Gauge; now: number }) {
  const [isOpen, setOpen] = useState(false);
  const courseId = useId();
  const units = useUnits();
  const { observed, crest, trend } = gauge;
  const Trend = trend === '' ? undefined : trends[trend];
  return (
    <div className="min-w-0 wrap-anywhere">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h3 className="text-base">{gauge.name}</h3>
        <CategoryChip category={gauge.observed_category} />
      </div>
      <p className="figures flex flex-wrap items-center gap-x-2">
        {observed ? (
          <>
            <strong>{stageText(observed.feet, units)}</strong>
            {Trend && (
              <span className="inline-flex items-center gap-1">
                <Trend aria-hidden="true" size={18} />
                {trend}
              </span>
            )}
            <span className="text-ink-soft">
              measured <time dateTime={observed.at}>{formatAge(Date.parse(observed.at), now)}</time>
            </span>
          </>
        ) : (
          <span className="text-ink-soft">No reading in the last day</span>
        )}
      </p>
      {crest && (
        <p className="figures text-ink-soft">
          Highest forecast: {stageText(crest.feet, units)}, {alertTime(crest.at, now)}
          {gauge.crest_category && `: ${getCategoryStyle(gauge.crest_category)?.label.toLowerCase()}`}
        </p>
      )}
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={courseId}
        onClick={() => setOpen(!isOpen)}
        className="text-link inline-flex min-h-11 items-center gap-1 font-medium"
      >
        {isOpen ? 'Hide readings' : 'Show readings'}
        <span className="sr-only"> for {gauge.name}</span>
        <ChevronDown
          aria-hidden="true"
          size={18}
          className={classNames('transition-transform duration-150', isOpen && 'rotate-180')}
        />
      </button>
      <div id={courseId}>{isOpen && <Course id={gauge.id} />}</div>
    </div>
  );
}

/** Renders nothing for unrated stages. */
export function CategoryChip({ category }: { category: FloodCategory }) {
  const categoryStyle = getCategoryStyle(category);
  return (
    categoryStyle && (
      <span className={classNames('rounded-full px-2.5 py-0.5 text-sm font-semibold', categoryStyle.className)}>
        {categoryStyle.label}
      </span>
    )
  );
}

function Course({ id }: { id: string }) {
  const state = useQuery(gaugeCourseQuery(id));
  return (
    <StormPart
      state={state}
      failure="We can't show this river's readings right now."
      waitingLabel="Loading readings"
      skeletonClassName="h-64 rounded-md"
    >
      {(course, now) => (
        <>
          <GaugeChart course={course} now={now} />
          <SourceAge source={source} data={course} hasFailed={state.isError} now={now} />
        </>
      )}
    </StormPart>
  );
}

const source = 'National Water Prediction Service';

interface CountyRiversProps {
  data: Rivers;
  fips: string;
  name: string;
  hasFailed: boolean;
  now: number;
}

/** Distinguishes an empty list from an unavailable one. */
export function CountyRivers({ data, fips, name, hasFailed, now }: CountyRiversProps) {
  const gauges = data.gauges.filter(({ county }) => county === fips);
  return (
    <div className="card p-5 md:p-6">
      {gauges.length > 0 ? (
        <GaugeList gauges={gauges} now={now} />
      ) : data.ok ? (
        <p>No river gauges with readings in {name}.</p>
      ) : (
        <StatusNote>River levels for {name} aren't available right now.</StatusNote>
      )}
      <SourceAge source={source} data={data} hasFailed={hasFailed} now={now} />
    </div>
  );
}
