import { LocateFixed, MapPin } from 'lucide-react';
import { lazy, useEffect, useState } from 'react';
import { Button } from '@/ui/button.js';
import { LazySection } from '@/ui/lazy-section.js';
import { Skeleton } from '@/ui/skeleton.js';
import { storedText } from '@/ui/stored-text.js';
import { locationProblem } from './location-problem.js';
import { useFavorites } from './remembered-places.js';
import { usePlace, type LocationStatus } from './place.js';

const PlaceSearch = lazy(() => import('./place-search.js').then((module) => ({ default: module.PlaceSearch })));

const stored = storedText('place-offer');
const done = 'done';

/** A timeout doesn't answer the question. */
const openStatuses: readonly LocationStatus[] = ['unasked', 'locating', 'failed'];

/**
 * Returns whether to ask for a place: once per device, until the visitor chooses one, shares or refuses a location, or
 * declines.
 */
export function usePlaceOffer(): boolean {
  const { selectedPlace, status } = usePlace();
  const favorites = useFavorites();
  const isDismissed = stored.useText() === done;
  const isSettled = !openStatuses.includes(status);
  useEffect(() => {
    if (isSettled) stored.set(done);
  }, [isSettled]);
  return !isDismissed && !selectedPlace && !isSettled && favorites.length === 0;
}

/** Asks a first-time visitor for a place. Only the button opens the browser's location prompt. */
export function PlaceOffer() {
  const { useMyLocation: locate, status } = usePlace();
  const [searching, setSearching] = useState(false);
  const dismiss = () => stored.set(done);
  return (
    <section
      aria-labelledby="place-offer-heading"
      className="place-offer needs-script w-full rounded-md bg-sky-soft p-4"
    >
      <h2 id="place-offer-heading" className="text-base">
        Where are you?
      </h2>
      <p className="text-sm text-ink-soft">We'll open with your local weather. Your location stays on this device.</p>
      <p role="status" className="mt-1 text-sm font-semibold empty:hidden">
        {locationProblem(status)}
      </p>
      {searching && <FocusedSearch onPick={dismiss} />}
      <div className="mt-3 flex flex-wrap gap-2">
        <Button size="small" onClick={locate} busyLabel={status === 'locating' && 'Finding you…'}>
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

/** Asks visitors without a place whether an alert concerns them, in the alert's colors. */
export function NearYouQuestion() {
  const { useMyLocation: locate, status } = usePlace();
  const [searching, setSearching] = useState(false);
  const problem = locationProblem(status);
  const className = 'inline-flex min-h-11 items-center underline underline-offset-3 focus-visible:outline-current';
  return (
    <div className="near-you needs-script mt-2 font-semibold">
      <p className="flex flex-wrap items-center gap-x-2">
        <span>Is this near you?</span>
        <span className="inline-flex flex-wrap items-center gap-x-2">
          <button type="button" onClick={locate} disabled={status === 'locating'} className={className}>
            {status === 'locating' ? 'Finding you…' : 'Use my location'}
          </button>
          <span aria-hidden="true">·</span>
          <button
            type="button"
            aria-expanded={searching}
            onClick={() => setSearching(!searching)}
            className={className}
          >
            Choose a place
          </button>
        </span>
      </p>
      <p role="status" className="font-normal empty:hidden">
        {problem && `${problem}.`}
      </p>
      {searching && <FocusedSearch />}
    </div>
  );
}

function FocusedSearch({ onPick }: { onPick?: () => void }) {
  const { selectPlace } = usePlace();
  return (
    <div className="mt-3">
      <LazySection waiting={<Skeleton className="h-11 max-w-md rounded-full" />} missing={null}>
        <PlaceSearch
          focused
          onPick={(place) => {
            onPick?.();
            selectPlace(place);
          }}
        />
      </LazySection>
    </div>
  );
}
