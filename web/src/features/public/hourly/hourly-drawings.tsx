import { useRef, type PointerEvent } from 'react';
import { dateOf, hourLabel, hourOf, longWeekdayOf, weekdayOf } from '../../../domain/time/times.js';
import { chanceLabel } from '../../../domain/weather/units/precipitation.js';
import { isKnown } from '../../../domain/weather/units/readings.js';
import { useUnits } from '../../../domain/weather/units/units.js';
import { classNames } from '../../../ui/class-names.js';
import { Bars, Line, Panel } from './panel.js';
import type { DrawnHour } from './next-hours.js';
import { scaleOf } from './scale.js';

interface HourlyDrawingsProps {
  hours: readonly DrawnHour[];
  /** Index of the selected hour. */
  chosen: number;
  onChoose: (index: number) => void;
  /** Elapsed fraction of the first hour, 0 to 1. */
  nowAt: number;
}

/** Hours between axis ticks. */
const markEvery = 6;

/** Hours that a label covers on a phone. */
const roomForMark = 7;

/** Four charts on a shared time axis. The slider and the table are their accessible equivalents. */
export function HourlyDrawings({ hours, chosen, onChoose, nowAt }: HourlyDrawingsProps) {
  const units = useUnits();
  const box = useRef<HTMLDivElement>(null);
  const shared = { hours, chosen, nowAt };

  function onPointer({ clientX, buttons, pointerType }: PointerEvent) {
    // Touch scrolling doesn't select; a mouse selects on hover.
    if (pointerType !== 'mouse' && buttons === 0) return;
    const { left, width } = box.current?.getBoundingClientRect() ?? { left: 0, width: 0 };
    if (width > 0)
      onChoose(Math.max(0, Math.min(hours.length - 1, Math.floor(((clientX - left) / width) * hours.length))));
  }

  const temperature = scaleOf(hours, {
    series: ['fahrenheit', 'feltApartFahrenheit'],
    write: units.degrees,
    leastSpan: 20,
    step: 10,
  });
  const chance = scaleOf(hours, {
    series: ['chancePercent'],
    write: (value) => `${value}%`,
    leastSpan: 100,
    fromZero: true,
    step: 100,
    mostPossible: 100,
  });
  const amount = scaleOf(hours, { series: ['rainMm'], write: units.rain, leastSpan: 2.5, fromZero: true, step: 2.5 });
  const wind = scaleOf(hours, {
    series: ['windKph', 'gustKph'],
    write: (value) => units.wind(value),
    leastSpan: 20,
    fromZero: true,
    step: 10,
  });
  return (
    <div aria-hidden="true">
      <Days hours={hours} />
      <div ref={box} onPointerMove={onPointer} onPointerDown={onPointer} className="touch-pan-y">
        <Panel
          {...shared}
          title="Temperature"
          keys={[
            { words: 'temperature', look: 'border-clay' },
            ...(hours.some(({ feltApartFahrenheit }) => isKnown(feltApartFahrenheit))
              ? [{ words: 'feels like', look: 'border-dashed border-ink-soft' }]
              : []),
          ]}
          scale={temperature}
          className="h-40"
        >
          {(y) => (
            <>
              <Line hours={hours} series="feltApartFahrenheit" y={y} dashed className="stroke-ink-soft" />
              <Line hours={hours} series="fahrenheit" y={y} className="stroke-clay" />
            </>
          )}
        </Panel>
        <Marks hours={hours} />
        <Panel {...shared} title={chanceOf(hours)} keys={[]} scale={chance} className="h-24">
          {(y) => <Bars hours={hours} series="chancePercent" y={y} className="fill-sky" />}
        </Panel>
        <Marks hours={hours} />
        <Panel {...shared} title="Amount, as water" keys={[]} scale={amount} className="h-20">
          {(y) => <Bars hours={hours} series="rainMm" y={y} className="fill-sky-strong" />}
        </Panel>
        <Marks hours={hours} />
        <Panel
          {...shared}
          title="Wind"
          keys={[
            { words: 'wind', look: 'border-ozark' },
            { words: 'gusts', look: 'border-dashed border-ink-soft' },
          ]}
          scale={wind}
          className="h-28"
        >
          {(y) => (
            <>
              <Line hours={hours} series="gustKph" y={y} dashed className="stroke-ink-soft" />
              <Line hours={hours} series="windKph" y={y} className="stroke-ozark" />
            </>
          )}
        </Panel>
        <Marks hours={hours} />
      </div>
    </div>
  );
}

export const chanceOf = (hours: readonly DrawnHour[]): string =>
  chanceLabel(
    hours.map(({ hour }) => hour),
    'Chance of rain',
  );

const share = (index: number, hours: readonly DrawnHour[]) => `${(index / hours.length) * 100}%`;

/** Day names at midnight. Names without room are left out. */
function Days({ hours }: { hours: readonly DrawnHour[] }) {
  const begins = hours.flatMap(({ time }, index) => (index === 0 || time.endsWith(' 00:00') ? [index] : []));
  return (
    <svg className="h-6 w-full text-sm font-semibold" fill="currentColor">
      {begins.map((index, place) => {
        const room = (begins[place + 1] ?? hours.length) - index;
        const date = dateOf(hours[index]?.time ?? '');
        return (
          room > markEvery && (
            <text key={index} x={share(index, hours)} y="16">
              {longWeekdayOf(date)}
            </text>
          )
        );
      })}
    </svg>
  );
}

/** Hour labels: midnight, six, noon, six. */
function Marks({ hours }: { hours: readonly DrawnHour[] }) {
  return (
    <svg className="figures mt-1 h-6 w-full text-sm text-ink-soft" fill="currentColor">
      {hours.map(
        ({ time }, index) =>
          hourOf(time) % markEvery === 0 &&
          index <= hours.length - roomForMark && (
            <text
              key={time}
              x={share(index, hours)}
              y="16"
              // Phones have room for midnight and noon only.
              className={classNames(hourOf(time) % 12 !== 0 && 'hidden sm:inline')}
            >
              {hourLabel(hourOf(time))}
            </text>
          ),
      )}
    </svg>
  );
}

/** Example: "Sat 3 PM". */
export const hourName = (time: string): string => `${weekdayOf(dateOf(time))} ${hourLabel(hourOf(time))}`;
