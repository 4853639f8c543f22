import { useLocation, useNavigate } from 'react-router-dom';
import { Favourites } from '../../domain/places/favourites.js';
import { addressOf, type NamedPlace } from '../../domain/places/place-in-address.js';
import { PlaceSearch } from '../../domain/places/place-search.js';
import { usePlace } from '../../domain/places/place.js';

/** These show the place in their URL; from other pages, a search leads to the first. */
const pagesOfPlaces = ['/weather', '/forecast', '/hourly'];

export function PlaceFinder({ onClose }: { onClose: () => void }) {
  const { choose, chosen } = usePlace();
  const { pathname } = useLocation();
  const navigate = useNavigate();

  function pick(place: NamedPlace) {
    choose(place);
    onClose();
    const page = pagesOfPlaces.find((path) => path === pathname) ?? pagesOfPlaces[0];
    if (page) void navigate(addressOf(page, place));
  }

  return (
    <div
      role="search"
      aria-label="Places"
      className="container-page flex flex-wrap items-center gap-3 pb-4"
      // Escape clears the input first.
      onKeyDownCapture={({ key, target }) => key === 'Escape' && (target as HTMLInputElement).value === '' && onClose()}
    >
      <PlaceSearch focused onPick={pick} />
      <Favourites shown={chosen} onPick={pick} />
    </div>
  );
}
