import { LocateFixed, MapPinned } from 'lucide-react';
import { Button } from '../button.js';
import { usePlace, type LocationStatus } from './place.js';

const messages: Partial<Record<LocationStatus, string>> = {
  denied: 'Your browser does not share your location, so this is the middle of Arkansas.',
  unsupported: 'Your browser cannot tell where you are, so this is the middle of Arkansas.',
  failed: 'Your location could not be found, so this is the middle of Arkansas.',
  'too far': 'You are outside the area we have weather for, so this is the middle of Arkansas.',
};

/** "Use my location" and the way back. The browser's question opens only from this button. */
export function PlaceControls() {
  const { status, isInArkansas, useMyLocation: locate, showArkansas } = usePlace();
  return (
    <div className="flex flex-wrap items-center gap-2">
      {status === 'used' ? (
        <Button tone="secondary" size="small" onClick={showArkansas}>
          <MapPinned aria-hidden="true" size={16} />
          Show Arkansas
        </Button>
      ) : (
        <Button tone="secondary" size="small" onClick={locate} busyLabel={status === 'locating' && 'Finding you…'}>
          <LocateFixed aria-hidden="true" size={16} />
          Use my location
        </Button>
      )}
      <p role="status" className="text-sm text-ink-soft">
        {status === 'used' && !isInArkansas ? 'Your location is outside Arkansas.' : messages[status]}
      </p>
    </div>
  );
}
