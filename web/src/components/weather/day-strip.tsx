import * as strings from '@/strings/public-strings.js';
import { classNames } from '@/ui/class-names.js';
import { hourLabel, hourOf } from '../time/times.js';
import type { HourAhead } from './hours.js';
import { rainSummary } from './rain-summary.js';
import { spellsOf, type SpellVariant } from './sky-spells.js';
import { percent } from './units/readings.js';
import { useUnits } from './units/units.js';

/** Hours that the strip covers. */
export const stripHours = 24;
/** Hours per column of figures. */
const step = 3;

/** Each pair has a contrast of at least 4.5:1 in both themes. */
const styles: Record<SpellVariant, string> = {
  sun: 'bg-(--icon-sun) text-on-alert-weak',
  'some sun': 'bg-[color-mix(in_oklab,var(--icon-sun)_35%,var(--surface))] text-ink',
  'clear night': 'bg-bar text-on-bar',
  cloud: 'bg-(--icon-cloud) text-on-alert-weak',
  overcast: 'bg-(--icon-cloud-far) text-on-alert-weak',
  chance: 'bg-[color-mix(in_oklab,var(--sky)_35%,var(--surface))] text-ink',
  rain: 'bg-sky text-on-sky',
  heavy: 'bg-sky-strong text-on-sky',
  frozen: 'bg-(--icon-snow) text-on-alert-weak',
  thunder: 'bg-clay-ink text-on-sky',
  unknown: 'bg-surface-raised text-ink-soft',
};

/**
 * A day in one line: a sentence about rain, a bar of the sky, and temperatures with the chance of rain. A table, because
 * columns of hours need no style attributes, which the site's policy ignores.
 * @param hours `stripHours` of them
 */
export function DayStrip({ hours }: { hours: readonly HourAhead[] }) {
  const { degrees } = useUnits();
  const summary = rainSummary(hours);
  const columns = hours.filter((_, index) => index % step === 0);
  return (
    <>
      {summary && <p className="mt-0.5 text-ink-soft">{summary}.</p>}
      <div className="@container mt-3 overflow-x-clip">
        <table
          aria-label={`The next ${stripHours} hours`}
          className="figures w-full table-fixed border-separate border-spacing-0 text-left text-sm tracking-tight whitespace-nowrap"
        >
          <thead>
            <tr>
              {columns.map(({ time }, index) => (
                <th
                  key={time}
                  scope="col"
                  colSpan={step}
                  className={classNames('font-normal text-ink-soft', whereItFits(index, '@[24rem]:opacity-100'))}
                >
                  {hourLabel(hourOf(time))}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            <tr>
              {spellsOf(hours).map(({ name, variant, hours: count }, index) => (
                <td
                  key={index}
                  colSpan={count}
                  className={classNames(
                    'border-r border-surface first:rounded-l-sm last:rounded-r-sm last:border-0',
                    styles[variant],
                  )}
                >
                  {/* A name that doesn't fit beside the empty item, even in two lines, wraps and is hidden. */}
                  <div className="flex h-8 flex-wrap items-center justify-center overflow-hidden text-center leading-4 font-medium">
                    <span className="h-8 w-px" />
                    <span className="max-w-[calc(100%-1px)] min-w-min whitespace-normal">
                      {inTwoLines(name) || strings.noReading}
                    </span>
                  </div>
                </td>
              ))}
            </tr>
            <tr>
              {columns.map(({ time, hour }, index) => (
                <td key={time} colSpan={step} className={classNames('pt-1 font-bold', figureFits(index))}>
                  {degrees(hour?.temp_f)}
                </td>
              ))}
            </tr>
            <tr>
              {columns.map(({ time, hour }, index) => (
                <td key={time} colSpan={step} className={classNames('text-sky-strong', figureFits(index))}>
                  {percent(hour?.chance_of_rain)}
                  <span className="sr-only"> chance of precipitation</span>
                </td>
              ))}
            </tr>
          </tbody>
        </table>
      </div>
    </>
  );
}

/** Lets a name wrap only after its first word. */
function inTwoLines(name: string): string {
  const [first, ...rest] = name.split(' ');
  return [first, rest.join('\u00a0')].join(' ').trimEnd();
}

/**
 * Leaves room on phones and with large text: hides every second column below the width of `whereAllFit`, and three of
 * four below 12 rem. Transparent, so that screen readers still read it.
 */
const whereItFits = (column: number, whereAllFit: string) =>
  column % 2 === 1 ? `opacity-0 ${whereAllFit}` : column % 4 === 2 && 'opacity-0 @[12rem]:opacity-100';
const figureFits = (column: number) => whereItFits(column, '@[18rem]:opacity-100');
