/** Form fields for the alerts to be notified of, for quiet hours and for the language. */
import { isAllKinds, notificationKinds } from '@site/domain/notifications/kinds';
import { useState } from 'react';
import { KindPicker, LevelPicker } from '@/components/push/preference-choices.js';
import { classNames } from '@/ui/class-names.js';
import { Summary } from '@/ui/details-summary.js';
import { inputClassName } from '@/ui/forms/input-classes.js';
import { OptionField, OptionGroup } from '@/ui/forms/choice.js';
import { presets, type EnteredPreferences, type Faults } from './entered-preferences.js';
import { LanguagePicker } from './language-choice.js';

interface PreferencesProps {
  entered: EnteredPreferences;
  faults: Faults;
  onChange: (changes: Partial<EnteredPreferences>) => void;
}

export function PresetPicker({ entered: { kinds, level }, onChange }: Omit<PreferencesProps, 'faults'>) {
  const selected = isAllKinds(kinds) ? presets.find((preset) => preset.level === level) : undefined;
  return (
    <OptionGroup legend="Which alerts?" hint={!selected && 'Your own choice, under “More choices”.'}>
      {presets.map((preset) => (
        <OptionField
          key={preset.level}
          type="radio"
          name="preset"
          label={preset.label}
          text={preset.text}
          checked={preset === selected}
          onChange={() => onChange({ kinds: notificationKinds, level: preset.level })}
        />
      ))}
    </OptionGroup>
  );
}

/** Folded, because the presets suit most visitors; open while one of its fields has an error. */
export function MoreChoices({ entered, faults, onChange }: PreferencesProps) {
  const { kinds, level, isQuietAtNight, quietFrom, quietUntil, shouldOverrideQuietHours, language } = entered;
  const [isOpen, setIsOpen] = useState(false);
  const hasError = faults.kinds !== undefined || faults.quiet !== undefined;
  return (
    <details
      open={isOpen || hasError}
      onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
      className="group border-t border-line"
    >
      <Summary className="min-h-11 py-3 font-semibold">More choices: kinds, quiet hours, language</Summary>
      <div className="flex flex-col gap-5 pt-2">
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
        <LanguagePicker selected={language} onChange={(selected) => onChange({ language: selected })} />
      </div>
    </details>
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
