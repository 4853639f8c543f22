import type { GaugeCourse, Stage } from '@site/proto/weather/v1/rivers.responses';
import { classNames } from '@/ui/class-names.js';
import { useUnits } from '../weather/units/units.js';
import { dateOf, hourLabel, hourOf, localTimeAt, shortDate, stateTimeZone, weekdayOf } from '../time/times.js';
import { runsOf, stageText, thresholdsOf } from './gauges.js';

/** The drawing's own units; it stretches to its box, but line widths stay constant. */
const width = 800;
const height = 200;
/** Lets a calm river look calm. */
const minSpanFeet = 4;
/** Higher flood stages would flatten the curve, so they are only listed as text. */
const maxStageAboveFeet = 12;

interface GaugeChartProps {
  course: GaugeCourse;
  /** Server clock. */
  now: number;
}

export function GaugeChart({ course, now }: GaugeChartProps) {
  const units = useUnits();
  const observed = runsOf(course.observed);
  const forecast = runsOf(course.forecast);
  const all = [...observed, ...forecast].flat();
  if (all.length === 0) return <p className="text-ink-soft">No readings from this gauge yet.</p>;

  const thresholds = thresholdsOf(course);
  const feet = all.map((reading) => reading.feet);
  const highest = Math.max(...feet);
  const near = thresholds.filter((threshold) => threshold.feet <= highest + maxStageAboveFeet);
  const high = Math.max(highest, ...near.map((threshold) => threshold.feet));
  const low = Math.min(...feet, ...near.map((threshold) => threshold.feet));
  const span = Math.max(minSpanFeet, high - low);
  // Leaves room above for the threshold names.
  const top = high + span * 0.18;
  const bottom = Math.min(low, high - span) - span * 0.06;
  const times = all.map((reading) => reading.time);
  const begin = Math.min(...times);
  const end = Math.max(...times, Math.min(...times) + 3_600_000);
  const x = (time: number) => ((time - begin) / (end - begin)) * width;
  const y = (stage: number) => ((top - stage) / (top - bottom)) * height;
  const line = (run: { time: number; feet: number }[]) =>
    run
      .map((reading, index) => `${index ? 'L' : 'M'}${x(reading.time).toFixed(1)} ${y(reading.feet).toFixed(1)}`)
      .join('');
  const hasNow = now > begin && now < end;

  return (
    <figure>
      <div aria-hidden="true">
        <div className="relative h-52 overflow-hidden rounded-md bg-surface-raised">
          <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" className="absolute inset-0 size-full">
            {near.map((threshold) => (
              <path
                key={threshold.label}
                d={`M0 ${y(threshold.feet)}H${width}`}
                className="stroke-danger"
                strokeWidth="1.5"
                strokeDasharray="2 4"
                vectorEffect="non-scaling-stroke"
              />
            ))}
            {hasNow && (
              <path d={`M${x(now)} 0V${height}`} className="stroke-ink-soft" vectorEffect="non-scaling-stroke" />
            )}
            {observed.map((run, index) => (
              <path key={index} d={line(run)} {...strokeProps} className="stroke-sky" />
            ))}
            {forecast.map((run, index) => (
              <path key={index} d={line(run)} {...strokeProps} strokeDasharray="8 5" className="stroke-sky-strong" />
            ))}
          </svg>
          {near.map((threshold, index) => (
            <span
              key={threshold.label}
              // Alternates sides: two stages may be a foot apart.
              className={classNames(
                'figures absolute -translate-y-full rounded-sm bg-surface/85 px-1 text-sm text-danger',
                index % 2 ? 'right-2' : 'left-2',
              )}
              style={{ top: `${(y(threshold.feet) / height) * 100}%` }}
            >
              {threshold.label} {stageText(threshold.feet, units)}
            </span>
          ))}
        </div>
        <div className="figures mt-1 flex justify-between text-sm text-ink-soft">
          <span>{formatTimeLabel(begin)}</span>
          {hasNow && <span>now</span>}
          <span>{formatTimeLabel(end)}</span>
        </div>
      </div>
      <figcaption className="mt-1 text-sm text-ink-soft">
        Solid: measured.{' '}
        {forecast.length > 0
          ? `Dashed: forecast${course.forecast_issued_at ? `, issued ${formatTimeLabel(Date.parse(course.forecast_issued_at))}` : ''}.`
          : 'There is no forecast for this gauge.'}
        {thresholds.length > 0 &&
          ` Flood stages: ${thresholds
            .map(({ label, feet: stage }) => `${label.toLowerCase()} ${stageText(stage, units)}`)
            .join(', ')}.`}
        {near.length < thresholds.length && " Flood stages far above the current level aren't shown."}
        {thresholds.length === 0 && ' This gauge has no flood stages.'}
      </figcaption>
      <CourseTable course={course} />
    </figure>
  );
}

const strokeProps = {
  fill: 'none',
  strokeWidth: 3,
  strokeLinecap: 'round',
  vectorEffect: 'non-scaling-stroke',
} as const;

/** "Sat, Nov 21, 3 PM". */
function formatTimeLabel(time: number): string {
  if (Number.isNaN(time)) return 'at an unknown time';
  const local = localTimeAt(time, stateTimeZone);
  return `${shortDate(dateOf(local))}, ${hourLabel(hourOf(local))}`;
}

const tableStepMs = 3 * 3_600_000;

function sampleStages(stages: readonly Stage[]): Stage[] {
  let last = -Infinity;
  return stages.filter(({ at }, index) => {
    const time = Date.parse(at);
    if (Number.isNaN(time) || (time - last < tableStepMs && index < stages.length - 1)) return false;
    last = time;
    return true;
  });
}

function CourseTable({ course }: { course: GaugeCourse }) {
  const units = useUnits();
  const rows = [
    ...sampleStages(course.observed).map((stage) => ({ ...stage, kind: 'Measured' })),
    ...sampleStages(course.forecast).map((stage) => ({ ...stage, kind: 'Forecast' })),
  ];
  return (
    <details className="mt-2">
      <summary className="text-link inline-block py-2 font-medium">Show the readings as a table</summary>
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrollable region must take the focus (axe: scrollable-region-focusable) */}
      <div role="region" aria-label={`Stages of ${course.gauge.name}`} tabIndex={0} className="max-h-80 overflow-auto">
        <table className="figures w-full text-left text-sm [&_td]:py-1.5 [&_td]:pr-4 [&_th]:py-1.5 [&_th]:pr-4">
          <thead>
            <tr className="border-b border-line text-ink-soft">
              <th scope="col">Time</th>
              <th scope="col">Stage</th>
              <th scope="col">From</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ at, feet, kind }) => (
              <tr key={`${kind} ${at}`} className="border-b border-line last:border-0">
                <th scope="row" className="font-normal">
                  <time dateTime={at}>{tableTime(at)}</time>
                </th>
                <td>{stageText(feet, units)}</td>
                <td>{kind}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}

function tableTime(at: string): string {
  const local = localTimeAt(Date.parse(at), stateTimeZone);
  const [hour, half] = hourLabel(hourOf(local)).split(' ');
  return `${weekdayOf(dateOf(local))} ${hour}:${local.slice(14)} ${half}`;
}
