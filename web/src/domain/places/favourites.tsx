import { MapPin, Star } from 'lucide-react';
import { Button, IconButton } from '../../ui/button.js';
import type { NamedPlace } from './place-in-address.js';
import { isSamePlace, keepFavourite, mostFavourites, useFavourites } from './remembered-places.js';

/** Adds the shown place to this device's favorites or removes it; renders nothing for a place without a name. */
export function FavouriteStar({ place }: { place: NamedPlace | undefined }) {
  return place?.name ? <StarButton place={place} /> : null;
}

function StarButton({ place }: { place: NamedPlace }) {
  const favourites = useFavourites();
  const isKept = favourites.some((favourite) => isSamePlace(favourite, place));
  const isFull = !isKept && favourites.length >= mostFavourites;
  return (
    <>
      <IconButton
        label={`Save ${place.name} to your places`}
        aria-pressed={isKept}
        aria-disabled={isFull || undefined}
        onClick={() => keepFavourite(place, !isKept)}
        className="-my-1"
      >
        <Star aria-hidden="true" size={20} className={isKept ? 'fill-current text-clay-ink' : 'text-ink-soft'} />
      </IconButton>
      {isFull && (
        <p className="order-last text-sm text-ink-soft">
          You've saved {mostFavourites} places. Remove one to save this one.
        </p>
      )}
    </>
  );
}

interface FavouritesProps {
  /** The place shown now, if it has a name. */
  shown: NamedPlace | undefined;
  onPick: (place: NamedPlace) => void;
}

/** Buttons that switch between this device's favorites; renders nothing without any. */
export function Favourites({ shown, onPick }: FavouritesProps) {
  const favourites = useFavourites();
  if (favourites.length === 0) return null;
  return (
    <ul aria-label="Your places" className="flex w-full flex-wrap gap-2">
      {favourites.map((place) => {
        const isShown = shown !== undefined && isSamePlace(place, shown);
        return (
          <li key={`${place.lat} ${place.lon}`} className="max-w-full">
            <Button
              tone="secondary"
              size="small"
              aria-current={isShown || undefined}
              onClick={() => onPick(place)}
              title={place.name}
              className="max-w-full"
            >
              {isShown && <MapPin aria-hidden="true" size={14} className="shrink-0 text-sky-strong" />}
              <span className="max-w-48 truncate">{place.name}</span>
            </Button>
          </li>
        );
      })}
    </ul>
  );
}
