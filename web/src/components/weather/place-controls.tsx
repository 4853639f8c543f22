import { LocateFixed, MapPinned } from 'lucide-react';
import { Button } from '../button.js';
import type { NamedPlace } from './place-in-address.js';
import { isInArkansas, usePlace, type LocationStatus } from './place.js';

const messages: Partial<Record<LocationStatus, string>> = {
  denied: 'Your browser does not share your location, so this is the middle of Arkansas.',
  unsupported: 'Your browser cannot tell where you are, so this is the middle of Arkansas.',
  failed: 'Your location could not be found, so this is the middle of Arkansas.',
  'too far': 'You are outside the area we have weather for, so this is the middle of Arkansas.',
};

interface PlaceControlsProps {
  /** On pages with a search: the place that was looked for, and how to leave it. */
  searched?: NamedPlace | undefined;
  onLeave?: () => void;
}

/** "Use my location" and the way back. The browser's question opens only from this button. */
export function PlaceControls({ searched, onLeave }: PlaceControlsProps) {
  const { status, coordinates, useMyLocation: locate, showArkansas } = usePlace();
  const isOwn = status === 'used' && !searched;
  const isOutside = (isOwn || searched !== undefined) && !isInArkansas(searched ?? coordinates);
  return (
    <div className="flex flex-wrap items-center gap-2">
      {!isOwn && (
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
          Use my location
        </Button>
      )}
      {(isOwn || searched) && (
        <Button
          tone="secondary"
          size="small"
          onClick={() => {
            onLeave?.();
            showArkansas();
          }}
        >
          <MapPinned aria-hidden="true" size={16} />
          Show Arkansas
        </Button>
      )}
      <p role="status" className="text-sm text-ink-soft empty:-ml-2">
        {isOutside
          ? `${searched ? 'This place' : 'Your location'} is outside Arkansas.`
          : searched
            ? ''
            : messages[status]}
      </p>
    </div>
  );
}
