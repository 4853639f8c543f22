/** Buttons that choose or save the place of a page's weather. */
import { stateName } from '@site/regions/state';
import { LocateFixed, MapPinned } from 'lucide-react';
import { Button } from '@/ui/button.js';
import { isInState, type NamedPlace } from './place-in-url.js';
import { locationProblem } from './location-problem.js';
import { FavoriteStar } from './favorites.js';
import { type LocationStatus, usePlace } from './place.js';

function messageFor(status: LocationStatus, current: string | undefined): string {
  const reason = locationProblem(status);
  return reason ? `${reason}, so we're showing ${current ?? `the middle of ${stateName}`}.` : '';
}

interface PlaceControlsProps {
  /** The place shown now, if it has a name and isn't the default. */
  currentPlace: NamedPlace | undefined;
  /** On pages with a search: the place from the URL, and how to leave it. */
  searched?: NamedPlace | undefined;
  onLeave?: () => void;
}

/**
 * "Use my location", the way back, and the star: one row on a phone. Only this button opens the browser's location
 * prompt.
 */
export function PlaceControls({ currentPlace, searched, onLeave }: PlaceControlsProps) {
  const { status, coordinates, selectedPlace, useMyLocation: locate, showState } = usePlace();
  const named = searched ?? selectedPlace;
  const isCurrentLocation = status === 'used' && !named;
  const isOutside = (isCurrentLocation || named !== undefined) && !isInState(named ?? coordinates);
  return (
    <div className="needs-script flex flex-wrap items-center gap-2">
      {/* First, so that a button always shares its row. */}
      <FavoriteStar place={currentPlace} />
      {!isCurrentLocation && (
        <Button
          tone="secondary"
          size="small"
          onClick={() => {
            onLeave?.();
            locate();
          }}
          busyLabel={status === 'locating' && 'Finding you…'}
        >
          <LocateFixed aria-hidden="true" size={16} />
          <span className={named && 'max-sm:sr-only'}>Use my location</span>
        </Button>
      )}
      {(isCurrentLocation || named) && (
        <Button
          tone="secondary"
          size="small"
          onClick={() => {
            onLeave?.();
            showState();
          }}
        >
          <MapPinned aria-hidden="true" size={16} />
          <span>
            <span className="max-sm:sr-only">Show </span>
            {stateName}
          </span>
        </Button>
      )}
      <p role="status" className="text-sm text-ink-soft empty:-ml-2">
        {isOutside
          ? `${named ? 'This place' : 'Your location'} is outside ${stateName}.`
          : searched
            ? ''
            : messageFor(status, selectedPlace?.name)}
      </p>
    </div>
  );
}
