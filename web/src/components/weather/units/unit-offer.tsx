import type { UnitSystem } from '@site/domain/weather/unit-systems';
import { useId } from 'react';
import { Button } from '@/ui/button.js';
import { classNames } from '@/ui/class-names.js';
import { setUnits, useUnitOffer } from './units.js';

const options: { system: UnitSystem; label: string }[] = [
  { system: 'us', label: '°F and mph' },
  { system: 'standard', label: 'Keep mixed' },
  { system: 'metric', label: 'Metric' },
];

/** Asks a first-time visitor for units; any answer closes it for good. */
export function UnitOffer({ className }: { className?: string }) {
  const id = useId();
  if (!useUnitOffer()) return null;
  return (
    <section
      aria-labelledby={id}
      className={classNames(
        'unit-offer needs-script flex w-full max-w-xl flex-wrap items-center justify-between gap-x-4 gap-y-2',
        'rounded-md bg-sky-soft px-4 py-3 print:hidden',
        className,
      )}
    >
      <h2 id={id} className="text-base">
        Which units do you prefer?
      </h2>
      <div className="flex flex-wrap gap-2">
        {options.map(({ system, label }) => (
          <Button key={system} tone="secondary" size="small" onClick={() => setUnits(system)}>
            {label}
          </Button>
        ))}
      </div>
    </section>
  );
}
