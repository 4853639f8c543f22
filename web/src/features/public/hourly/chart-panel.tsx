/** Panel of one hourly chart. All charts share the time axis, on which an hour is one unit wide. */
import type { ReactNode } from 'react';
import { classNames } from '@/ui/class-names.js';
import { hourName } from './hour-readings.js';
import { runsOf, type ChartHour, type Series, type Stretch } from './chart-hours.js';
import type { Scale, Tick } from './chart-scale.js';

const height = 100;

interface PanelProps {
  title: string;
  keys: readonly { label: string; swatchClassName?: string }[];
  /** The selected hour's values. */
  reading: string;
  /** Whether a phone may need two lines for it, which are reserved so that the charts don't move while scrubbing. */
  hasLongReading?: boolean;
  /** Value scale; undefined when no value is known. */
  scale: Scale | undefined;
  /** Of the value axis, on the left. */
  ticks?: readonly Tick[] | undefined;
  hours: readonly ChartHour[];
  nights: readonly Stretch[];
  /** Index of the selected hour. */
  selectedIndex: number;
  /** Elapsed fraction of the first hour, 0 to 1. */
  nowAt: number;
  className: string;
  /** Returns lines and bars, which stretch to the panel's size. `y` is 0 at the top and 100 at the bottom. */
  children: (y: Height) => ReactNode;
  /** Returns text over them, which doesn't stretch. */
  labels?: (y: Height) => ReactNode;
  /** Between the title and the drawing. */
  above?: ReactNode;
}

type Height = (value: number) => number;

export function Panel(props: PanelProps) {
  const {
    title,
    keys,
    reading,
    hasLongReading,
    scale,
    ticks = [],
    hours,
    nights,
    selectedIndex,
    nowAt,
    className,
    children,
    labels,
    above,
  } = props;
  const y = scale && ((value: number) => height - ((value - scale.low) / (scale.high - scale.low)) * height);
  const selectedTime = hours[selectedIndex]?.time;
  return (
    <div className="mt-4">
      <p className="flex flex-wrap items-baseline gap-x-4 text-sm">
        <span className="font-semibold">{title}</span>
        {keys.map(({ label, swatchClassName }) => (
          <span key={label} className="inline-flex items-center gap-1.5 text-ink-soft">
            {swatchClassName && <span className={classNames('inline-block h-0 w-5 border-t-3', swatchClassName)} />}
            {label}
          </span>
        ))}
      </p>
      <p
        className={classNames(
          'figures min-h-[2lh] text-sm',
          hasLongReading ? '@[32rem]:min-h-[1lh]' : '@[18rem]:min-h-[1lh]',
        )}
      >
        {selectedTime && <span className="text-ink-soft">{hourName(selectedTime)}: </span>}
        <span className="font-semibold">{reading}</span>
      </p>
      {above}
      <div className={classNames('relative mt-1', className)}>
        <svg
          className="figures absolute inset-y-0 -left-9 hidden h-full w-8 text-sm text-ink-soft @[12rem]:block"
          fill="currentColor"
        >
          {ticks.map(({ label, y: at }) => (
            <text key={label} x="100%" y={`${at.toFixed(1)}%`} dy="0.35em" textAnchor="end">
              {label}
            </text>
          ))}
        </svg>
        <svg
          viewBox={`0 0 ${hours.length} ${height}`}
          preserveAspectRatio="none"
          className="absolute inset-0 size-full rounded-sm"
        >
          <Ground hours={hours} nights={nights} />
          {ticks.map(({ label, y: at }) => (
            <path
              key={label}
              d={`M0 ${at.toFixed(1)}H${hours.length}`}
              className="stroke-line"
              vectorEffect="non-scaling-stroke"
            />
          ))}
          <rect x={selectedIndex} width="1" height={height} className="fill-sky opacity-20" />
          {y && children(y)}
          <path
            d={`M${nowAt} 0V${height}`}
            className="stroke-danger"
            strokeWidth="2"
            vectorEffect="non-scaling-stroke"
          />
        </svg>
        {scale ? (
          <>
            {/* On the left, where the "scroll to top" button doesn't cover it on phones; what is drawn there shows. */}
            {scale.highLabel && (
              <span className="figures absolute top-0 left-2.5 text-sm text-ink [text-shadow:0_0_2px_var(--surface),0_0_4px_var(--surface)]">
                {scale.highLabel}
              </span>
            )}
            {y && labels && <svg className="absolute inset-0 size-full">{labels(y)}</svg>}
          </>
        ) : (
          <p className="absolute inset-x-2 top-2 text-sm text-ink-soft">Not in this forecast.</p>
        )}
      </div>
    </div>
  );
}

function Ground({ hours, nights }: Pick<PanelProps, 'hours' | 'nights'>) {
  return (
    <>
      <rect width={hours.length} height={height} className="fill-surface-raised" />
      {nights.map(({ from, to }) => (
        <rect key={from} x={from} width={to - from} height={height} className="fill-(--night)" />
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

interface LineProps {
  hours: readonly ChartHour[];
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
  hours: readonly ChartHour[];
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
