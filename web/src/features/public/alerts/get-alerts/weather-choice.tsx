/** Form fields for the weather to be notified of, and for quiet hours. */
import { KindChoice, LevelChoice } from '../../../../domain/push/wish-choices.js';
import { classNames } from '../../../../ui/class-names.js';
import { inputLook } from '../../../../ui/forms/input-look.js';
import { Choice, Choices } from '../../../../ui/forms/choice.js';
import type { EnteredWishes, Faults } from './entered-wishes.js';

interface WeatherChoiceProps {
  entered: EnteredWishes;
  faults: Faults;
  onChange: (changes: Partial<EnteredWishes>) => void;
}

export function WeatherChoice({ entered, faults, onChange }: WeatherChoiceProps) {
  const { kinds, level, isQuietAtNight, quietFrom, quietUntil, isLoudWhenDangerous } = entered;
  return (
    <>
      <KindChoice chosen={kinds} error={faults.kinds} onChange={(chosen) => onChange({ kinds: chosen })} />
      <LevelChoice chosen={level} onChange={(chosen) => onChange({ level: chosen })} />
      <Choices legend="Quiet hours" error={faults.quiet}>
        <Choice
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
            <Choice
              type="checkbox"
              label="Tornado warnings and flash flood emergencies always come through"
              checked={isLoudWhenDangerous}
              onChange={({ target }) => onChange({ isLoudWhenDangerous: target.checked })}
            />
          </>
        )}
      </Choices>
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
        className={classNames(inputLook, 'h-11 w-36')}
      />
    </label>
  );
}
