import { LocateFixed, MapPin } from 'lucide-react';
import { lazy, useState } from 'react';
import { Button } from '@/ui/button.js';
import { LazySection } from '@/ui/lazy-section.js';
import { Skeleton } from '@/ui/skeleton.js';
import { storedText } from '@/ui/stored-text.js';
import { useFavorites } from './remembered-places.js';
import { usePlace } from './place.js';

const PlaceSearch = lazy(() => import('./place-search.js').then((module) => ({ default: module.PlaceSearch })));

const stored = storedText('place-offer');
const done = 'done';

/**
 * Returns whether to ask for a place: once per device, until the visitor chooses one, shares a location, or declines.
 */
export function usePlaceOffer(): boolean {
  const { selectedPlace, status } = usePlace();
  const favorites = useFavorites();
  const isDismissed = stored.useText() === done;
  return !isDismissed && !selectedPlace && status === 'unasked' && favorites.length === 0;
}

/** Asks a first-time visitor for a place. Only the button opens the browser's location prompt. */
export function PlaceOffer() {
  const { selectPlace, useMyLocation: locate } = usePlace();
  const [searching, setSearching] = useState(false);
  const dismiss = () => stored.set(done);
  return (
    <section aria-labelledby="place-offer-heading" className="place-offer needs-script rounded-md bg-sky-soft p-4">
      <h2 id="place-offer-heading" className="text-base">
        Where are you?
      </h2>
      <p className="text-sm text-ink-soft">We'll open with your local weather. Your location stays on this device.</p>
      {searching && (
        <div className="mt-3">
          <LazySection waiting={<Skeleton className="h-11 max-w-md rounded-full" />} missing={null}>
            <PlaceSearch
              focused
              onPick={(place) => {
                dismiss();
                selectPlace(place);
              }}
            />
          </LazySection>
        </div>
      )}
      <div className="mt-3 flex flex-wrap gap-2">
        <Button
          size="small"
          onClick={() => {
            dismiss();
            locate();
          }}
        >
          <LocateFixed aria-hidden="true" size={16} />
          Use my location
        </Button>
        {!searching && (
          <Button tone="secondary" size="small" onClick={() => setSearching(true)}>
            <MapPin aria-hidden="true" size={16} />
            Choose a place
          </Button>
        )}
        <Button tone="quiet" size="small" onClick={dismiss}>
          Not now
        </Button>
      </div>
    </section>
  );
}
