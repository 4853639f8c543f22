/** The hourly page's charts of temperature, precipitation and wind. */
import { useRef, type PointerEvent } from 'react';
import { isFiniteNumber } from '@/components/weather/units/readings.js';
import { useUnits } from '@/components/weather/units/units.js';
import * as strings from '@/strings/public-strings.js';
import { Days, HourMarks, SkyIcons, TemperatureLabels, WindArrows } from './axis.js';
import { readingLabels, readingsOf } from './hour-readings.js';
import type { ChartHour, Stretch } from './chart-hours.js';
import { Bars, Line, Panel } from './chart-panel.js';
import { degreeTicks, scaleOf } from './chart-scale.js';

interface HourlyDrawingsProps {
  hours: readonly ChartHour[];
  nights: readonly Stretch[];
  /** Index of the selected hour. */
  selectedIndex: number;
  onSelect: (index: number) => void;
  /** Elapsed fraction of the first hour, 0 to 1. */
  nowAt: number;
}

/** Four charts on a shared time axis. The slider and the table are their accessible equivalents. */
export function HourlyDrawings({ hours, nights, selectedIndex, onSelect, nowAt }: HourlyDrawingsProps) {
  const units = useUnits();
  const box = useRef<HTMLDivElement>(null);
  const shared = { hours, nights, selectedIndex, nowAt };
  const labels = readingLabels(hours);
  const hour = hours[selectedIndex];
  const readings = hour && readingsOf(hour, units);

  /** Where a finger touched down, until it moves sideways. */
  const touchedAt = useRef<{ x: number; y: number }>(undefined);

  /** Waits for a finger to move sideways: it may be starting to scroll, and the browser then cancels the pointer. */
  function startPointer({ pointerType, clientX, clientY }: PointerEvent) {
    touchedAt.current = pointerType === 'touch' ? { x: clientX, y: clientY } : undefined;
  }

  function followPointer(event: PointerEvent) {
    const start = touchedAt.current;
    if (start && Math.abs(event.clientX - start.x) <= Math.abs(event.clientY - start.y)) return;
    touchedAt.current = undefined;
    selectAt(event);
  }

  function selectAt({ clientX }: PointerEvent) {
    const { left, width } = box.current?.getBoundingClientRect() ?? { left: 0, width: 0 };
    if (width > 0)
      onSelect(Math.max(0, Math.min(hours.length - 1, Math.floor(((clientX - left) / width) * hours.length))));
  }

  const temperature = scaleOf(hours, {
    series: ['fahrenheit', 'feltApartFahrenheit'],
    minSpan: 20,
    step: 1,
    margin: 0.16,
  });
  const chance = scaleOf(hours, {
    series: ['chancePercent'],
    write: (value) => `${value}%`,
    minSpan: 100,
    fromZero: true,
    step: 100,
    maxValue: 100,
  });
  const amount = scaleOf(hours, { series: ['rainMm'], write: units.rain, minSpan: 2.5, fromZero: true, step: 2.5 });
  const wind = scaleOf(hours, {
    series: ['windKph', 'gustKph'],
    write: (value) => units.wind(value),
    minSpan: 20,
    fromZero: true,
    step: 10,
  });
  return (
    <div aria-hidden="true">
      <div
        ref={box}
        onPointerDown={startPointer}
        onPointerMove={followPointer}
        onPointerUp={selectAt}
        // Room for the degrees.
        className="touch-pan-y select-none @[12rem]:ml-9"
      >
        <Days hours={hours} />
        <SkyIcons hours={hours} />
        <Panel
          {...shared}
          title={labels.temperature}
          keys={[
            { label: 'temperature', swatchClassName: 'border-clay' },
            ...(hours.some(({ feltApartFahrenheit }) => isFiniteNumber(feltApartFahrenheit))
              ? [{ label: 'feels like', swatchClassName: 'border-dashed border-ink-soft' }]
              : []),
          ]}
          reading={joined(
            readings?.temperature,
            isFiniteNumber(hour?.feltApartFahrenheit) && `feels like ${readings?.feelsLike}`,
          )}
          scale={temperature}
          ticks={temperature && degreeTicks(temperature, units)}
          className="h-48"
          labels={(y) => <TemperatureLabels hours={hours} y={y} />}
        >
          {(y) => (
            <>
              <Line hours={hours} series="feltApartFahrenheit" y={y} dashed className="stroke-ink-soft" />
              <Line hours={hours} series="fahrenheit" y={y} className="stroke-clay" />
            </>
          )}
        </Panel>
        <HourMarks hours={hours} />
        <Panel
          {...shared}
          title={labels.chance}
          keys={[]}
          reading={joined(readings?.chance)}
          scale={chance}
          className="h-24"
        >
          {(y) => <Bars hours={hours} series="chancePercent" y={y} className="fill-sky" />}
        </Panel>
        <HourMarks hours={hours} />
        <Panel
          {...shared}
          title={labels.amount}
          keys={[]}
          reading={joined(readings?.amount)}
          hasLongReading
          scale={amount}
          className="h-20"
        >
          {(y) => <Bars hours={hours} series="rainMm" y={y} className="fill-sky-strong" />}
        </Panel>
        <HourMarks hours={hours} />
        <Panel
          {...shared}
          title={labels.wind}
          keys={[
            { label: 'wind', swatchClassName: 'border-ozark' },
            { label: 'gusts', swatchClassName: 'border-dashed border-ink-soft' },
            ...(hours.some(({ windFromDegrees }) => isFiniteNumber(windFromDegrees))
              ? [{ label: 'Arrows show where the wind is going' }]
              : []),
          ]}
          reading={joined(readings?.wind, isFiniteNumber(hour?.gustKph) && `gusts ${readings?.gusts}`)}
          hasLongReading
          scale={wind}
          className="h-28"
          above={<WindArrows hours={hours} />}
        >
          {(y) => (
            <>
              <Line hours={hours} series="gustKph" y={y} dashed className="stroke-ink-soft" />
              <Line hours={hours} series="windKph" y={y} className="stroke-ozark" />
            </>
          )}
        </Panel>
        <HourMarks hours={hours} />
      </div>
    </div>
  );
}

/** "54 °F, feels like 48 °F". */
const joined = (...parts: (string | false | undefined)[]) => parts.filter(Boolean).join(', ') || strings.noReading;
