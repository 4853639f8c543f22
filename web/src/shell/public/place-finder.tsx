import { PlaceJump } from '@/components/places/place-jump.js';

/** The search that the bar opens on every page. */
export function PlaceFinder({ onClose }: { onClose: () => void }) {
  return (
    <div
      role="search"
      aria-label="Places"
      className="container-page pb-4"
      // Escape clears the input first.
      onKeyDownCapture={({ key, target }) => key === 'Escape' && (target as HTMLInputElement).value === '' && onClose()}
    >
      <PlaceJump focused onPicked={onClose} />
    </div>
  );
}
