import { lazy } from 'react';
import { Late } from '../../ui/late.js';
import type { NamedPlace } from './place-in-address.js';
import { useFavourites } from './remembered-places.js';

/** The favourites come late and only to those who chose a place: nobody else's first visit carries their code. */

const LateStar = lazy(() => import('./favourite-places.js').then((module) => ({ default: module.StarButton })));
const LateList = lazy(() => import('./favourite-places.js').then((module) => ({ default: module.FavouriteList })));

/** Keeps the place that is shown among the favourites of this device, or lets it go; nothing for one without a name. */
export function FavouriteStar({ place }: { place: NamedPlace | undefined }) {
  if (!place?.name) return null;
  return (
    <Late waiting={<span className="size-11 shrink-0" />} missing={null}>
      <LateStar place={place} />
    </Late>
  );
}

interface FavouritesProps {
  /** The place that is shown now, if it has a name. */
  shown: NamedPlace | undefined;
  onPick: (place: NamedPlace) => void;
}

/** The favourites of this device, to switch between them; nothing where there are none. */
export function Favourites(props: FavouritesProps) {
  if (useFavourites().length === 0) return null;
  return (
    <Late waiting={<div className="h-9 w-full" />} missing={null}>
      <LateList {...props} />
    </Late>
  );
}
