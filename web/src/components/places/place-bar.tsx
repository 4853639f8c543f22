/** Bar above a page's weather: the current place, a search, and controls to change it. */
import type { ReactNode } from 'react';
import { Favorites } from './favorites.js';
import { PlaceControls } from './place-controls.js';
import type { NamedPlace } from './place-in-url.js';
import { PlaceSearch } from './place-search.js';
import { usePlace } from './place.js';
import { UnitChoice } from '../weather/units/unit-choice.js';

interface PlaceBarProps {
  /** If it has a name and isn't the default. */
  currentPlace: NamedPlace | undefined;
  searched: NamedPlace | undefined;
  onPick: (place: NamedPlace) => void;
  onLeave: () => void;
  children: ReactNode;
}

export function PlaceBar({ currentPlace, searched, onPick, onLeave, children }: PlaceBarProps) {
  const { selectPlace } = usePlace();
  const pick = (place: NamedPlace) => {
    selectPlace(place);
    onPick(place);
  };
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">{children}</div>
      <div className="needs-script mt-4 flex flex-wrap items-start gap-x-4 gap-y-2 md:mt-6">
        <PlaceSearch onPick={pick} />
        <div className="flex min-h-11 flex-wrap items-center gap-2">
          <PlaceControls currentPlace={currentPlace} searched={searched} onLeave={onLeave} />
          <UnitChoice />
        </div>
        <Favorites currentPlace={currentPlace} onPick={pick} />
      </div>
    </>
  );
}
