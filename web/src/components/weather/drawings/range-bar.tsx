import { useId } from 'react';
import type { DayRange } from '@site/domain/weather/rest-of-today';
import { classNames } from '@/ui/class-names.js';
import { isFiniteNumber } from '../units/readings.js';
import { useUnits } from '../units/units.js';

/** A temperature range in °F. */
export interface Range {
  low: number;
  high: number;
}

/** Returns the shared scale of all bars, from the coldest night to the warmest day. */
export function weekRange(days: readonly DayRange[]): Range {
  const temperatures = days.flatMap(({ low, high }) => [low, high]).filter(isFiniteNumber);
  return { low: Math.min(...temperatures), high: Math.max(...temperatures) };
}

const gradientColors = ['var(--sky)', 'var(--ozark)', 'var(--icon-sun)', 'var(--clay)'];

interface RangeBarProps {
  day: DayRange;
  week: Range;
  isLarge?: boolean;
}

/** Renders nothing when neither end is known. */
export function RangeBar({ day: { low, high, lowLabel }, week, isLarge = false }: RangeBarProps) {
  const { degrees } = useUnits();
  const span = Math.max(1, week.high - week.low);
  const gradient = useId();
  const percentOf = (value: number) => `${Math.round((value / span) * 100)}%`;
  if (!isFiniteNumber(low) && !isFiniteNumber(high)) return null;
  return (
    <p className={classNames('flex items-center gap-3', isLarge && 'text-2xl font-bold tracking-tight')}>
      <span className={classNames('leading-tight text-ink-soft', isLarge ? 'w-16' : 'w-14')}>
        <span className={lowLabel === 'Low' ? 'sr-only' : 'block text-sm font-normal'}>{lowLabel} </span>
        {isFiniteNumber(low) && degrees(low)}
      </span>
      <svg aria-hidden="true" className="h-2.5 w-0 flex-1 rounded-full bg-surface-raised">
        {isFiniteNumber(low) && isFiniteNumber(high) && (
          <>
            {/* The gradient spans the whole scale, so a cool day's bar stays blue. */}
            <linearGradient id={gradient} gradientUnits="userSpaceOnUse" x1="0" x2="100%">
              {gradientColors.map((color, index) => (
                <stop key={color} offset={index / (gradientColors.length - 1)} stopColor={color} />
              ))}
            </linearGradient>
            <rect
              x={percentOf(low - week.low)}
              width={percentOf(high - low)}
              height="100%"
              rx="5"
              fill={`url(#${gradient})`}
            />
          </>
        )}
      </svg>
      <span className={classNames('text-right', isLarge ? 'w-16' : 'w-10 font-semibold')}>
        {isFiniteNumber(high) && (
          <>
            <span className="sr-only">High </span>
            {degrees(high)}
          </>
        )}
      </span>
    </p>
  );
}
