/** Form fields for the kinds and the danger of weather to be notified of. */
import {
  notificationKindOptions,
  notificationKinds,
  notificationLevels,
  type NotificationKind,
  type NotificationLevel,
} from '@site/domain/notifications/kinds';
import { OptionField, OptionGroup } from '@/ui/forms/choice.js';

interface KindPickerProps {
  selected: readonly NotificationKind[];
  error?: string | undefined;
  onChange: (selected: NotificationKind[]) => void;
}

export function KindPicker({ selected, error, onChange }: KindPickerProps) {
  return (
    <OptionGroup legend="Kinds of weather" error={error}>
      <div className="grid gap-x-6 sm:grid-cols-2">
        {notificationKindOptions.map(({ kind, label }) => (
          <OptionField
            key={kind}
            type="checkbox"
            label={label}
            checked={selected.includes(kind)}
            onChange={({ target }) =>
              // In the list's order, regardless of the order of the clicks.
              onChange(
                notificationKinds.filter((other) => (other === kind ? target.checked : selected.includes(other))),
              )
            }
          />
        ))}
      </div>
    </OptionGroup>
  );
}

interface LevelPickerProps {
  selected: NotificationLevel;
  onChange: (selected: NotificationLevel) => void;
}

export function LevelPicker({ selected, onChange }: LevelPickerProps) {
  return (
    <OptionGroup legend="How dangerous it must be">
      {notificationLevels.map(({ level, label }) => (
        <OptionField
          key={level}
          type="radio"
          name="level"
          label={label}
          checked={level === selected}
          onChange={() => onChange(level)}
        />
      ))}
    </OptionGroup>
  );
}
