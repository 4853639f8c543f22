import { unitSystems, type UnitSystem } from '@site/domain/weather/unit-systems';
import { setUnits, useUnits } from './units.js';

/** The standard units have US units beside them. */
const labels: Record<UnitSystem, string> = { standard: '°F, km/h (mph)', us: '°F, mph', metric: '°C, km/h' };

export function UnitChoice() {
  const { system } = useUnits();
  return (
    <select
      aria-label="Units"
      value={system}
      onChange={({ target }) => {
        const selected = unitSystems.find((each) => each === target.value);
        if (selected) setUnits(selected);
      }}
      className="needs-script field-sizing-content min-h-9 max-w-full rounded-full bg-surface px-2.5 text-sm font-semibold text-ink ring-1 ring-edge ring-inset hover:bg-surface-raised print:hidden"
    >
      {unitSystems.map((each) => (
        <option key={each} value={each}>
          {labels[each]}
        </option>
      ))}
    </select>
  );
}
