/** Text and icons along the charts' time axis. SVG attributes place them, because the site's policy ignores styles. */
import { memo, type ReactNode } from 'react';
import { dateOf, hourLabel, hourOf, longWeekdayOf, weekdayOf } from '@/components/time/times.js';
import { skyOf } from '@site/domain/weather/sky';
import { WeatherIcon } from '@/components/weather/drawings/weather-icon.js';
import { isFiniteNumber } from '@/components/weather/units/readings.js';
import { useUnits } from '@/components/weather/units/units.js';
import { markedHours, temperatureLabels } from './axis-labels.js';
import type { ChartHour } from './chart-hours.js';

interface AxisProps {
  hours: readonly ChartHour[];
}

const share = (at: number, hours: readonly ChartHour[]) => `${Number(((at / hours.length) * 100).toFixed(2))}%`;

interface FittingProps {
  /** How many of the children fit beside each other in wide, medium and narrow charts. */
  counts: readonly [wide: number, medium: number, narrow: number];
  children: (maxLabels: number, isWide: boolean) => ReactNode;
}

/** Thresholds in rem, so that large text counts as a narrow chart. */
const widths = ['hidden @[40rem]:inline', 'hidden @[18rem]:inline @[40rem]:hidden', '@[18rem]:hidden'];

/** Renders for three widths, because the server doesn't know the window's. The style sheet shows one of them. */
function Fitting({ counts, children }: FittingProps) {
  return widths.map((className, index) => (
    <g key={className} className={className}>
      {children(counts[index] ?? 1, index === 0)}
    </g>
  ));
}

/** Day names at midnight. Names without room are left out. */
export function Days({ hours }: AxisProps) {
  const begins = hours.flatMap(({ time }, index) => (index === 0 || time.endsWith(' 00:00') ? [index] : []));
  return (
    <svg className="h-6 w-full text-sm font-semibold" fill="currentColor">
      <Fitting counts={[7, 7, 3]}>
        {(maxLabels, isWide) =>
          begins.map((index, place) => {
            const hourCount = (begins[place + 1] ?? hours.length) - index;
            const date = dateOf(hours[index]?.time ?? '');
            return (
              hourCount >= hours.length / maxLabels && (
                <text key={index} x={share(index, hours)} y="1.1em">
                  {isWide ? longWeekdayOf(date) : weekdayOf(date)}
                </text>
              )
            );
          })
        }
      </Fitting>
    </svg>
  );
}

export function HourMarks({ hours }: AxisProps) {
  return (
    <svg className="figures mt-1 h-6 w-full text-sm text-ink-soft" fill="currentColor">
      <Fitting counts={[8, 5, 2]}>
        {(maxLabels) =>
          markedHours(hours, maxLabels).map((at) => (
            <text key={at} x={share(at, hours)} y="1.1em">
              {hourLabel(hourOf(hours[at]?.time ?? ''))}
            </text>
          ))
        }
      </Fitting>
    </svg>
  );
}

export function TemperatureLabels({ hours, y }: AxisProps & { y: (value: number) => number }) {
  const { degrees } = useUnits();
  return (
    <Fitting counts={[16, 8, 4]}>
      {(maxLabels) =>
        temperatureLabels(hours, maxLabels).map(({ at, x, value, turn }) => (
          <text
            key={at}
            x={share(x, hours)}
            y={`${y(value).toFixed(1)}%`}
            dy={turn === 'trough' ? '1.3em' : '-0.5em'}
            textAnchor="middle"
            paintOrder="stroke"
            strokeWidth="3"
            className={`figures fill-ink stroke-surface-raised text-sm ${turn ? 'font-bold' : 'font-medium'}`}
          >
            {degrees(value)}
          </text>
        ))
      }
    </Fitting>
  );
}

interface EvenlyProps extends AxisProps {
  className: string;
  /** Draws around the origin. */
  children: (hour: ChartHour) => ReactNode;
}

function Evenly({ hours, className, children }: EvenlyProps) {
  return (
    <svg className={className}>
      <Fitting counts={[16, 8, 4]}>
        {(maxLabels) => {
          const count = Math.min(maxLabels, hours.length);
          return Array.from({ length: count }, (_, index) => {
            const at = ((index + 0.5) * hours.length) / count;
            const hour = hours[Math.floor(at)];
            const drawing = hour && children(hour);
            return (
              drawing && (
                <svg key={hour.time} x={share(at, hours)} overflow="visible">
                  {drawing}
                </svg>
              )
            );
          });
        }}
      </Fitting>
    </svg>
  );
}

const iconSize = 28;

/** Memoized like the table: these are the largest drawings. */
export const SkyIcons = memo(function SkyIcons({ hours }: AxisProps) {
  return (
    <Evenly hours={hours} className="mt-1 h-8 w-full">
      {({ hour }) =>
        hour?.condition && (
          <g transform={`translate(${-iconSize / 2} 2)`}>
            <WeatherIcon sky={skyOf(hour.condition)} isDay={hour.is_day ?? true} size={iconSize} />
          </g>
        )
      }
    </Evenly>
  );
});

/** Arrows that point where the wind blows to. */
export function WindArrows({ hours }: AxisProps) {
  return (
    <Evenly hours={hours} className="h-6 w-full">
      {({ windKph, windFromDegrees }) =>
        isFiniteNumber(windFromDegrees) &&
        isFiniteNumber(windKph) &&
        // What is written as "Calm".
        Math.round(windKph) > 0 && (
          <path
            d="M0-9V9M-5 4 0 9 5 4"
            transform={`translate(0 12) rotate(${windFromDegrees})`}
            fill="none"
            strokeWidth="2"
            strokeLinecap="round"
            strokeLinejoin="round"
            className="stroke-ozark"
          />
        )
      }
    </Evenly>
  );
}
