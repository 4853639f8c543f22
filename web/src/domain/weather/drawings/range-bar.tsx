import type { Day, ForecastDay } from '@site/proto/weather/v1/forecasts.answers';
import { isKnown } from '../units/readings.js';
import { useUnits } from '../units/units.js';

/** A temperature range in °F. */
export interface Range {
  low: number;
  high: number;
}

/** Returns the shared scale of all bars, from the coldest night to the warmest day. */
export function weekRange(days: ForecastDay[]): Range {
  const known = days.flatMap(({ day }) => [day?.mintemp_f, day?.maxtemp_f]).filter(isKnown);
  return { low: Math.min(...known), high: Math.max(...known) };
}

export function RangeBar({ day, week }: { day: Day | undefined; week: Range }) {
  const { degrees } = useUnits();
  const { mintemp_f: low, maxtemp_f: high } = day ?? {};
  const span = Math.max(1, week.high - week.low);
  const percentOf = (value: number) => `${Math.round((value / span) * 100)}%`;
  return (
    <p className="flex items-center gap-3">
      <span className="w-10 text-ink-soft">
        <span className="sr-only">Low </span>
        {degrees(low)}
      </span>
      <span aria-hidden="true" className="relative h-2.5 flex-1 rounded-full bg-surface-raised">
        {isKnown(low) && isKnown(high) && (
          <span
            // The gradient spans the whole scale, so a cool day's bar stays blue.
            className="absolute inset-0 bg-[linear-gradient(to_right,var(--sky),var(--ozark),var(--icon-sun),var(--clay))]"
            style={{
              clipPath: `inset(0 ${percentOf(week.high - high)} 0 ${percentOf(low - week.low)} round 5px)`,
            }}
          />
        )}
      </span>
      <span className="w-10 text-right font-semibold">
        <span className="sr-only">High </span>
        {degrees(high)}
      </span>
    </p>
  );
}
