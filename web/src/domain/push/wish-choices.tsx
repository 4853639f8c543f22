/** Form fields for the kinds and the danger of weather to be notified of. */
import {
  wishKindChoices,
  wishKinds,
  wishLevels,
  type WishKind,
  type WishLevel,
} from '@site/domain/notifications/kinds';
import { Choice, Choices } from '../../ui/forms/choice.js';

interface KindChoiceProps {
  chosen: readonly WishKind[];
  error?: string | undefined;
  onChange: (chosen: WishKind[]) => void;
}

export function KindChoice({ chosen, error, onChange }: KindChoiceProps) {
  return (
    <Choices legend="Kinds of weather" error={error}>
      <div className="grid gap-x-6 sm:grid-cols-2">
        {wishKindChoices.map(({ kind, label }) => (
          <Choice
            key={kind}
            type="checkbox"
            label={label}
            checked={chosen.includes(kind)}
            onChange={({ target }) =>
              // In the list's order, regardless of the order of the clicks.
              onChange(wishKinds.filter((other) => (other === kind ? target.checked : chosen.includes(other))))
            }
          />
        ))}
      </div>
    </Choices>
  );
}

interface LevelChoiceProps {
  chosen: WishLevel;
  onChange: (chosen: WishLevel) => void;
}

export function LevelChoice({ chosen, onChange }: LevelChoiceProps) {
  return (
    <Choices legend="How dangerous it must be">
      {wishLevels.map(({ level, label }) => (
        <Choice
          key={level}
          type="radio"
          name="level"
          label={label}
          checked={level === chosen}
          onChange={() => onChange(level)}
        />
      ))}
    </Choices>
  );
}
