import { useId, type ReactNode } from 'react';
import { classNames } from '../../../ui/class-names.js';
import type { Scale } from './scale.js';
import { runsOf, type DrawnHour, type Series } from './next-hours.js';

/** All charts share the time axis, on which an hour is one unit wide. */

const height = 100;

interface PanelProps {
  title: string;
  keys: readonly { words: string; look: string }[];
  /** Value scale; undefined when no value is known. */
  scale: Scale | undefined;
  hours: readonly DrawnHour[];
  /** Index of the selected hour. */
  chosen: number;
  /** Elapsed fraction of the first hour, 0 to 1. */
  nowAt: number;
  className: string;
  children: (y: (value: number) => number) => ReactNode;
}

export function Panel({ title, keys, scale, hours, chosen, nowAt, className, children }: PanelProps) {
  const titleId = useId();
  return (
    <div className="mt-4 first:mt-0">
      <p id={titleId} className="flex flex-wrap items-baseline gap-x-4 text-sm">
        <span className="font-semibold">{title}</span>
        {keys.map(({ words, look }) => (
          <span key={words} className="inline-flex items-center gap-1.5 text-ink-soft">
            <span className={classNames('inline-block h-0 w-5 border-t-3', look)} />
            {words}
          </span>
        ))}
      </p>
      <div className={classNames('relative mt-1 overflow-hidden rounded-sm', className)}>
        <svg
          viewBox={`0 0 ${hours.length} ${height}`}
          preserveAspectRatio="none"
          className="absolute inset-0 size-full"
        >
          <Ground hours={hours} />
          <rect x={chosen} width="1" height={height} className="fill-sky opacity-20" />
          {scale && children((value) => height - ((value - scale.low) / (scale.high - scale.low)) * height)}
          <path
            d={`M${nowAt} 0V${height}`}
            className="stroke-danger"
            strokeWidth="2"
            vectorEffect="non-scaling-stroke"
          />
        </svg>
        {scale ? (
          <>
            <ScaleLabel at="top">{scale.highWords}</ScaleLabel>
            <ScaleLabel at="bottom">{scale.lowWords}</ScaleLabel>
          </>
        ) : (
          <p className="absolute inset-x-2 top-2 text-sm text-ink-soft">Not in this forecast.</p>
        )}
      </div>
    </div>
  );
}

function ScaleLabel({ at, children }: { at: 'top' | 'bottom'; children: string }) {
  return (
    <span
      className={classNames(
        'figures absolute right-0 rounded-sm bg-surface/85 px-1 text-sm text-ink-soft',
        at === 'top' ? 'top-0' : 'bottom-0',
      )}
    >
      {children}
    </span>
  );
}

function Ground({ hours }: { hours: readonly DrawnHour[] }) {
  return (
    <>
      <rect width={hours.length} height={height} className="fill-surface-raised" />
      {nightsOf(hours).map(({ from, count }) => (
        <rect key={from} x={from} width={count} height={height} className="fill-ink opacity-10" />
      ))}
      {hours.map(
        ({ time }, index) =>
          index > 0 &&
          time.endsWith(' 00:00') && (
            <path key={time} d={`M${index} 0V${height}`} className="stroke-edge" vectorEffect="non-scaling-stroke" />
          ),
      )}
    </>
  );
}

/** Merges hours, because edges between single rectangles would show. */
function nightsOf(hours: readonly DrawnHour[]): { from: number; count: number }[] {
  const nights: { from: number; count: number }[] = [];
  hours.forEach(({ hour }, index) => {
    if (hour?.is_day !== false) return;
    const night = nights.at(-1);
    if (night && night.from + night.count === index) night.count += 1;
    else nights.push({ from: index, count: 1 });
  });
  return nights;
}

interface LineProps {
  hours: readonly DrawnHour[];
  series: Series;
  y: (value: number) => number;
  className: string;
  dashed?: boolean;
}

export function Line({ hours, series, y, className, dashed = false }: LineProps) {
  return runsOf(hours, series).map((run) => (
    <path
      key={run[0]?.at}
      d={
        run.map(({ at, value }, index) => `${index ? 'L' : 'M'}${at} ${y(value).toFixed(1)}`).join('') + dot(run.length)
      }
      fill="none"
      strokeWidth="3"
      strokeLinecap="round"
      strokeLinejoin="round"
      strokeDasharray={dashed ? '5 6' : undefined}
      vectorEffect="non-scaling-stroke"
      className={className}
    />
  ));
}

/** Some browsers don't draw zero-length paths. */
const dot = (points: number) => (points === 1 ? 'h0.01' : '');

interface BarsProps {
  hours: readonly DrawnHour[];
  series: Series;
  y: (value: number) => number;
  className: string;
}

export function Bars({ hours, series, y, className }: BarsProps) {
  return runsOf(hours, series)
    .flat()
    .map(({ at, value }) => (
      <rect
        key={at}
        x={at + 0.1}
        width="0.8"
        y={y(value)}
        height={Math.max(0, height - y(value))}
        className={className}
      />
    ));
}
