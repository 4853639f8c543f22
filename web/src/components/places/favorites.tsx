import { MapPin, Star } from 'lucide-react';
import { Button, IconButton } from '@/ui/button.js';
import type { NamedPlace } from './place-in-url.js';
import { isSamePlace, setFavorite, maxFavorites, useFavorites } from './remembered-places.js';

/** Adds the shown place to this device's favorites or removes it; renders nothing for a place without a name. */
export function FavoriteStar({ place }: { place: NamedPlace | undefined }) {
  return place?.name ? <StarButton place={place} /> : null;
}

function StarButton({ place }: { place: NamedPlace }) {
  const favorites = useFavorites();
  const isFavorite = favorites.some((favorite) => isSamePlace(favorite, place));
  const isFull = !isFavorite && favorites.length >= maxFavorites;
  return (
    <>
      <IconButton
        label={`Save ${place.name} to your places`}
        aria-pressed={isFavorite}
        aria-disabled={isFull || undefined}
        onClick={() => setFavorite(place, !isFavorite)}
        // The icon, not its space, begins the row.
        className="-my-1 -ml-3"
      >
        <Star aria-hidden="true" size={20} className={isFavorite ? 'fill-current text-clay-ink' : 'text-ink-soft'} />
      </IconButton>
      {isFull && (
        <p className="order-last text-sm text-ink-soft">
          You've saved {maxFavorites} places. Remove one to save this one.
        </p>
      )}
    </>
  );
}

interface FavoritesProps {
  /** The place shown now, if it has a name. */
  currentPlace: NamedPlace | undefined;
  onPick: (place: NamedPlace) => void;
}

/** Buttons that switch between this device's favorites; renders nothing without any. */
export function Favorites({ currentPlace, onPick }: FavoritesProps) {
  const favorites = useFavorites();
  if (favorites.length === 0) return null;
  return (
    <ul aria-label="Your places" className="flex w-full flex-wrap gap-2">
      {favorites.map((place) => {
        const isCurrent = currentPlace !== undefined && isSamePlace(place, currentPlace);
        return (
          <li key={`${place.lat} ${place.lon}`} className="max-w-full">
            <Button
              tone="secondary"
              size="small"
              aria-current={isCurrent || undefined}
              onClick={() => onPick(place)}
              title={place.name}
              className="max-w-full"
            >
              {isCurrent && <MapPin aria-hidden="true" size={14} className="shrink-0 text-sky-strong" />}
              <span className="max-w-48 truncate">{place.name}</span>
            </Button>
          </li>
        );
      })}
    </ul>
  );
}
