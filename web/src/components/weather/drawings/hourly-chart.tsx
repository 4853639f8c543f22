import { useId } from 'react';
import * as strings from '@/strings/public-strings.js';
import { classNames } from '@/ui/class-names.js';
import type { Slot } from '../hours.js';
import { chanceLabel } from '../units/precipitation.js';
import { isFiniteNumber, percent } from '../units/readings.js';
import { skyOf, describeSky } from '@site/domain/weather/sky';
import { smoothCurve, type Point } from './smooth-curve.js';
import { useUnits } from '../units/units.js';
import { WeatherIcon } from './weather-icon.js';

/** The drawing's own units; it stretches to its box, but line widths stay constant. */
const width = 800;
const height = 100;
const margin = 14;

/**
 * Eight hours with a temperature curve and the chance of rain or snow as bars; screen readers get the same numbers as a
 * table.
 */
export function HourlyChart({ slots }: { slots: Slot[] }) {
  const { degrees } = useUnits();
  const points = curvePoints(slots);
  return (
    <div>
      <div aria-hidden="true" className="@container relative overflow-x-clip">
        <div className="figures grid grid-cols-8 text-center text-sm tracking-tight">
          {slots.map((slot, index) => (
            <div key={slot.time} className="min-w-0">
              <p className={classNames('min-h-5 text-ink-soft', whereItFits(index, '@[21rem]:opacity-100'))}>
                {slot.weekday}
              </p>
              <p className={classNames('font-medium whitespace-nowrap', whereItFits(index, '@[21rem]:opacity-100'))}>
                {slot.label}
              </p>
              <div className="mt-2 flex justify-center">
                <WeatherIcon
                  sky={skyOf(slot.hour?.condition)}
                  isDay={Boolean(slot.hour?.is_day ?? true)}
                  size={40}
                  className={slot.hour ? 'size-8 md:size-11' : 'invisible size-8 md:size-11'}
                />
              </div>
              <p className={classNames('mt-1 text-base font-bold md:text-lg', figureFits(index))}>
                {degrees(slot.hour?.temp_f)}
              </p>
            </div>
          ))}
        </div>
        <TemperatureCurve points={points} />
        <div className="figures mt-3 grid grid-cols-8 items-end text-center text-sm tracking-tight">
          {slots.map((slot, index) => (
            <RainBar key={slot.time} chance={slot.hour?.chance_of_rain} className={figureFits(index)} />
          ))}
        </div>
        <p className="mt-2 text-center text-sm text-ink-soft">{chanceOf(slots)}</p>
      </div>
      <HourlyTable slots={slots} />
    </div>
  );
}

const chanceOf = (slots: Slot[]) =>
  chanceLabel(
    slots.map(({ hour }) => hour),
    'Chance of rain',
  );

/** Returns the known temperatures' points: centered in their column, higher when warmer. */
function curvePoints(slots: Slot[]): Point[] {
  const temperatures = slots.map((slot) => slot.hour?.temp_f).filter(isFiniteNumber);
  const lowest = Math.min(...temperatures);
  // A flat day stays nearly flat: the scale spans at least ten degrees.
  const span = Math.max(10, Math.max(...temperatures) - lowest);
  const column = width / slots.length;
  return slots.flatMap((slot, index) => {
    const value = slot.hour?.temp_f;
    if (!isFiniteNumber(value)) return [];
    return [{ x: (index + 0.5) * column, y: height - margin - ((value - lowest) / span) * (height - 2 * margin) }];
  });
}

function TemperatureCurve({ points }: { points: Point[] }) {
  const fill = useId();
  const first = points[0];
  const last = points.at(-1);
  if (!first || !last || points.length < 2) return <div className="h-16 md:h-24" />;
  const line = smoothCurve(points);
  return (
    <div className="relative h-16 md:h-24">
      <svg
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        className="absolute inset-0 size-full overflow-visible"
      >
        <defs>
          <linearGradient id={fill} x1="0" y1="0" x2="0" y2="1">
            <stop offset="0" stopColor="var(--clay)" stopOpacity="0.28" />
            <stop offset="1" stopColor="var(--clay)" stopOpacity="0" />
          </linearGradient>
        </defs>
        <path d={`${line}L${last.x} ${height}L${first.x} ${height}Z`} fill={`url(#${fill})`} />
        <path
          d={line}
          fill="none"
          stroke="var(--clay)"
          strokeWidth="3"
          strokeLinecap="round"
          vectorEffect="non-scaling-stroke"
        />
      </svg>
      {/* A drawing of their own, because the dots would stretch with the curve. */}
      <svg className="absolute inset-0 size-full overflow-visible fill-surface stroke-clay" strokeWidth="3">
        {points.map(({ x, y }) => (
          <circle key={x} cx={`${(x / width) * 100}%`} cy={`${(y / height) * 100}%`} r="6.5" />
        ))}
      </svg>
    </div>
  );
}

/**
 * Leaves room on small phones and with large text: hides every second column's text below the width of `whereAllFit`, and
 * three of four below 11 rem.
 */
const whereItFits = (column: number, whereAllFit: string) =>
  column % 2 === 1 ? `opacity-0 ${whereAllFit}` : column % 4 === 2 && 'opacity-0 @[11rem]:opacity-100';
const figureFits = (column: number) => whereItFits(column, '@[17rem]:opacity-100');

interface RainBarProps {
  chance: number | null | undefined;
  /** Of its text. */
  className: string | false;
}

function RainBar({ chance, className }: RainBarProps) {
  const filled = Math.min(100, Math.max(0, chance ?? 0));
  return (
    <div>
      <svg className="mx-auto h-10 w-5 rounded-sm bg-surface-raised md:h-14 md:w-8">
        <rect y={`${100 - filled}%`} width="100%" height={`${filled}%`} rx="4" className="fill-sky" />
      </svg>
      <p className={classNames('mt-1.5 font-medium', className)}>{percent(chance)}</p>
    </div>
  );
}

function HourlyTable({ slots }: { slots: Slot[] }) {
  const { temperature } = useUnits();
  return (
    // Not on the table itself: a table is as wide as its content regardless of its style.
    <div className="sr-only">
      <table>
        <caption>{strings.hourlyHeading}</caption>
        <thead>
          <tr>
            <th scope="col">Time</th>
            <th scope="col">Temperature</th>
            <th scope="col">Condition</th>
            <th scope="col">{chanceOf(slots)}</th>
          </tr>
        </thead>
        <tbody>
          {slots.map((slot) => (
            <tr key={slot.time}>
              <th scope="row">{slot.weekday ? `${slot.weekday} ${slot.label}` : slot.label}</th>
              <td>{temperature(slot.hour?.temp_f)}</td>
              <td>{describeSky(slot.hour?.condition, slot.hour?.is_day) || strings.noReading}</td>
              <td>{percent(slot.hour?.chance_of_rain)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
