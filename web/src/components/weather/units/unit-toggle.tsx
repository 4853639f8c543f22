import type { UnitSystem } from '@site/domain/weather/unit-systems';
import { useId } from 'react';
import { setUnits, useUnits } from './units.js';

const options: { system: UnitSystem; label: string; means: string }[] = [
  { system: 'standard', label: 'Mixed', means: '°F; km/h, km and mm with US units in parentheses' },
  { system: 'us', label: 'US', means: '°F, mph, miles and inches' },
  { system: 'metric', label: 'Metric', means: '°C, km/h, km and mm' },
];

export function UnitToggle() {
  const { system: selected } = useUnits();
  const name = useId();
  return (
    <div
      role="radiogroup"
      aria-label="Units"
      className="needs-script inline-flex max-w-full flex-wrap rounded-full bg-surface-raised p-1 text-sm font-semibold"
    >
      {options.map(({ system, label, means }) => (
        <label
          key={system}
          title={means}
          className="relative inline-flex min-h-9 cursor-pointer items-center rounded-full px-3 text-ink-soft has-checked:bg-surface has-checked:text-ink has-checked:ring-1 has-checked:ring-edge has-focus-visible:outline-3 has-focus-visible:outline-offset-1 has-focus-visible:outline-sky"
        >
          <input
            type="radio"
            name={name}
            value={system}
            checked={system === selected}
            onChange={() => setUnits(system)}
            className="absolute inset-0 cursor-pointer opacity-0"
          />
          {label}
          <span className="sr-only">: {means}</span>
        </label>
      ))}
    </div>
  );
}
