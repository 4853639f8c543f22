import { lazy } from 'react';
import { Late } from '../../ui/late.js';
import type { NamedPlace } from './place-in-address.js';
import { useFavourites } from './remembered-places.js';

/** Loaded lazily, and only for visitors who chose a place, to keep the code out of other first visits. */

const LateStar = lazy(() => import('./favourite-places.js').then((module) => ({ default: module.StarButton })));
const LateList = lazy(() => import('./favourite-places.js').then((module) => ({ default: module.FavouriteList })));

/** Adds the shown place to this device's favorites or removes it; renders nothing for a place without a name. */
export function FavouriteStar({ place }: { place: NamedPlace | undefined }) {
  if (!place?.name) return null;
  return (
    <Late waiting={<span className="size-11 shrink-0" />} missing={null}>
      <LateStar place={place} />
    </Late>
  );
}

interface FavouritesProps {
  /** The place shown now, if it has a name. */
  shown: NamedPlace | undefined;
  onPick: (place: NamedPlace) => void;
}

/** Buttons that switch between this device's favorites; renders nothing without any. */
export function Favourites(props: FavouritesProps) {
  if (useFavourites().length === 0) return null;
  return (
    <Late waiting={<div className="h-9 w-full" />} missing={null}>
      <LateList {...props} />
    </Late>
  );
}
