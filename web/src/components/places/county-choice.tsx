import { counties } from '@site/regions/counties';
import { X } from 'lucide-react';
import { useId, useRef, type ReactNode } from 'react';
import { IconButton } from '@/ui/button.js';
import { classNames } from '@/ui/class-names.js';
import { OptionGroup } from '@/ui/forms/choice.js';
import { inputClassName } from '@/ui/forms/input-classes.js';

/** The previous choice may have changed during a lookup. */
export type CountyChange = (before: readonly string[]) => string[];

/** Returns a change that adds a county, unless the list has it. @param fips five digits */
export const withCounty =
  (fips: string): CountyChange =>
  (before) =>
    before.includes(fips) ? [...before] : [...before, fips];

interface CountyPickerProps {
  /** FIPS codes. */
  selected: readonly string[];
  error?: string | undefined;
  onChange: (change: CountyChange) => void;
  shortcut?: ReactNode;
  children?: ReactNode;
}

export function CountyPicker({ selected, error, onChange, shortcut, children }: CountyPickerProps) {
  const id = useId();
  const list = useRef<HTMLSelectElement>(null);
  const names = counties.filter(({ fips }) => selected.includes(fips));
  const isAllSelected = names.length === counties.length;
  return (
    <OptionGroup legend="Counties" error={error}>
      {names.length > 0 && (
        <ul aria-label="Chosen counties" className="mb-3 flex max-h-64 flex-wrap gap-2 overflow-y-auto">
          {names.map(({ fips, name }) => (
            <li key={fips} className="flex items-center rounded-full bg-sky-soft pl-4 font-medium">
              {name}
              <IconButton
                label={`Remove ${name}`}
                onClick={() => {
                  onChange((before) => before.filter((other) => other !== fips));
                  list.current?.focus();
                }}
              >
                <X aria-hidden="true" size={16} />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      <div className="flex flex-wrap gap-3">
        <label htmlFor={id} className="sr-only">
          Add a county
        </label>
        <select
          ref={list}
          id={id}
          value=""
          onChange={({ target }) => target.value && onChange(withCounty(target.value))}
          className={classNames(inputClassName, 'h-11 sm:w-60')}
        >
          <option value="">{isAllSelected ? 'All counties are chosen' : 'Add a county…'}</option>
          {counties
            .filter(({ fips }) => !selected.includes(fips))
            .map(({ fips, name }) => (
              <option key={fips} value={fips}>
                {name}
              </option>
            ))}
        </select>
        {shortcut}
      </div>
      {children}
    </OptionGroup>
  );
}
