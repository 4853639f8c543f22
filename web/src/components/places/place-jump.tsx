import { useLocation, useNavigate } from 'react-router-dom';
import { addressOf, type NamedPlace } from './place-in-url.js';
import { PlaceSearch } from './place-search.js';
import { usePlace } from './place.js';

/** These show the place in their URL; from other pages, a search leads to the first. */
const pagesOfPlaces = ['/weather', '/forecast', '/hourly'];

interface PlaceJumpProps {
  focused?: boolean;
  onPicked?: () => void;
}

/** A search that opens the weather of the picked place. */
export function PlaceJump({ focused = false, onPicked }: PlaceJumpProps) {
  const { selectPlace } = usePlace();
  const { pathname } = useLocation();
  const navigate = useNavigate();

  function pick(place: NamedPlace) {
    selectPlace(place);
    onPicked?.();
    const page = pagesOfPlaces.find((path) => path === pathname) ?? pagesOfPlaces[0];
    if (page) void navigate(addressOf(page, place));
  }

  return <PlaceSearch focused={focused} onPick={pick} />;
}
