import type { ReactNode } from 'react';
import { PlaceControls } from './place-controls.js';
import type { NamedPlace } from './place-in-address.js';
import { PlaceSearch } from './place-search.js';
import { UnitToggle } from './unit-toggle.js';

interface PlaceBarProps {
  searched: NamedPlace | undefined;
  onPick: (place: NamedPlace) => void;
  onLeave: () => void;
  /** The page's heading, and what belongs beside it. */
  children: ReactNode;
}

/** The head of a page about a place: its title, the search, the visitor's own location, the units. */
export function PlaceBar({ searched, onPick, onLeave, children }: PlaceBarProps) {
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">{children}</div>
      <div className="mt-6 flex flex-wrap items-start gap-x-4 gap-y-3">
        <PlaceSearch onPick={onPick} />
        <div className="flex min-h-11 flex-wrap items-center gap-x-4 gap-y-3">
          <PlaceControls searched={searched} onLeave={onLeave} />
          <UnitToggle />
        </div>
      </div>
    </>
  );
}
