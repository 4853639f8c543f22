import type { SponsorView } from '@site/proto/submissions/v1/sponsors.schema';
import { Check, Circle, Crop, LayoutGrid, RectangleHorizontal, type LucideIcon } from 'lucide-react';
import { useId } from 'react';
import { SPONSOR_DESIGNS } from '../../../constants.js';
import { Button } from '../../../ui/button.js';
import * as strings from '../../../strings.js';

export const designs: { view: SponsorView; name: string; Icon: LucideIcon }[] = [
  { view: SPONSOR_DESIGNS.bar, name: 'Bar', Icon: RectangleHorizontal },
  { view: SPONSOR_DESIGNS.circle, name: 'Circle', Icon: Circle },
  { view: SPONSOR_DESIGNS.grid, name: 'Grid', Icon: LayoutGrid },
  { view: SPONSOR_DESIGNS.crop, name: 'Crop', Icon: Crop },
];

export const nameOf = (view: SponsorView) => designs.find((design) => design.view === view)?.name ?? '';

interface DesignPickerProps {
  chosen: SponsorView;
  /** The design on the public pages; undefined until loaded. */
  inUse: SponsorView | undefined;
  onChoose: (view: SponsorView) => void;
  /** Absent without sponsors. */
  onActivate: (() => void) | undefined;
}

/** Previews a design on the cards below; the site changes only when it is activated. */
export function DesignPicker({ chosen, inUse, onChoose, onActivate }: DesignPickerProps) {
  const group = useId();
  return (
    <div className="mb-6 flex flex-wrap items-center gap-x-4 gap-y-3">
      <fieldset className="flex items-center gap-1 rounded-full bg-surface p-1 shadow-card">
        <legend className="sr-only">Sponsor design</legend>
        {designs.map(({ view, name, Icon }) => (
          <label
            key={view}
            title={name}
            className="relative inline-flex size-11 items-center justify-center rounded-full text-ink-soft transition-colors duration-150 hover:bg-surface-raised has-checked:bg-sky has-checked:text-on-sky has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-sky"
          >
            <input
              type="radio"
              name={group}
              value={view}
              checked={view === chosen}
              onChange={() => onChoose(view)}
              className="absolute inset-0 cursor-pointer appearance-none rounded-full outline-none"
            />
            <Icon aria-hidden="true" size={20} className="pointer-events-none" />
            <span className="sr-only">{view === inUse ? `${name}, in use` : name}</span>
            {view === inUse && (
              <span
                aria-hidden="true"
                className="pointer-events-none absolute -top-0.5 -right-0.5 flex size-4 items-center justify-center rounded-full bg-ozark text-surface"
              >
                <Check size={11} strokeWidth={3.5} />
              </span>
            )}
          </label>
        ))}
      </fieldset>
      {inUse && (
        <p className="text-sm text-ink-soft">
          {chosen === inUse
            ? `${nameOf(inUse)} is in use.`
            : `Preview of ${nameOf(chosen)}. ${nameOf(inUse)} is in use.`}
        </p>
      )}
      {onActivate && (
        <Button tone="secondary" className="sm:ml-auto" onClick={onActivate}>
          {strings.activateThisDesignButton}
        </Button>
      )}
    </div>
  );
}
