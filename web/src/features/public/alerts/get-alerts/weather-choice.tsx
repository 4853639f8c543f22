/** Form fields for the weather to be notified of, and for quiet hours. */
import { KindPicker, LevelPicker } from '@/components/push/preference-choices.js';
import { classNames } from '@/ui/class-names.js';
import { inputClassName } from '@/ui/forms/input-classes.js';
import { OptionField, OptionGroup } from '@/ui/forms/choice.js';
import type { EnteredPreferences, Faults } from './entered-preferences.js';

interface WeatherPickerProps {
  entered: EnteredPreferences;
  faults: Faults;
  onChange: (changes: Partial<EnteredPreferences>) => void;
}

export function WeatherPicker({ entered, faults, onChange }: WeatherPickerProps) {
  const { kinds, level, isQuietAtNight, quietFrom, quietUntil, shouldOverrideQuietHours } = entered;
  return (
    <>
      <KindPicker selected={kinds} error={faults.kinds} onChange={(selected) => onChange({ kinds: selected })} />
      <LevelPicker selected={level} onChange={(selected) => onChange({ level: selected })} />
      <OptionGroup legend="Quiet hours" error={faults.quiet}>
        <OptionField
          type="checkbox"
          label="Quiet at night"
          text="In the morning, we’ll send warnings that are still in effect."
          checked={isQuietAtNight}
          onChange={({ target }) => onChange({ isQuietAtNight: target.checked })}
        />
        {isQuietAtNight && (
          <>
            <div className="flex flex-wrap gap-x-6 gap-y-2 pl-8">
              <Clock label="From" value={quietFrom} onChange={(clock) => onChange({ quietFrom: clock })} />
              <Clock label="Until" value={quietUntil} onChange={(clock) => onChange({ quietUntil: clock })} />
            </div>
            <OptionField
              type="checkbox"
              label="Tornado warnings and flash flood emergencies always come through"
              checked={shouldOverrideQuietHours}
              onChange={({ target }) => onChange({ shouldOverrideQuietHours: target.checked })}
            />
          </>
        )}
      </OptionGroup>
    </>
  );
}

interface ClockProps {
  label: string;
  /** Example: "22:00". */
  value: string;
  onChange: (value: string) => void;
}

function Clock({ label, value, onChange }: ClockProps) {
  return (
    <label className="flex items-center gap-2">
      <span className="min-w-11">{label}</span>
      <input
        type="time"
        value={value}
        // Some browsers append seconds.
        onChange={({ target }) => onChange(target.value.slice(0, 5))}
        className={classNames(inputClassName, 'h-11 w-36')}
      />
    </label>
  );
}
