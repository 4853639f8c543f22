import { storedText } from '../../ui/stored-text.js';
import { isAnsweredFor, longestName, type NamedPlace } from './place-in-address.js';

/** The places that this device keeps: the one shown last, and the favourites. They leave it only as part of a question for weather. */
export interface RememberedPlaces {
  /** Undefined for the place that everyone starts with, and for the visitor's own location. */
  last: NamedPlace | undefined;
  /** In the order in which they were added. */
  favourites: readonly NamedPlace[];
}

export const mostFavourites = 8;

const nothing: RememberedPlaces = { last: undefined, favourites: [] };

const stored = storedText('places');
let read: { text: string | null; places: RememberedPlaces } = { text: null, places: nothing };

/** Whether two places have the same weather: forecasts are asked for by hundredths of a degree. */
export const isSamePlace = (one: NamedPlace, other: NamedPlace): boolean =>
  one.lat.toFixed(2) === other.lat.toFixed(2) && one.lon.toFixed(2) === other.lon.toFixed(2);

/** A place as it was stored, perhaps by another release, or by hand; undefined when it is none. */
function placeFrom(stored: unknown): NamedPlace | undefined {
  const { lat, lon, name } = (stored ?? {}) as Record<string, unknown>;
  if (typeof lat !== 'number' || typeof lon !== 'number' || typeof name !== 'string' || !name.trim()) return undefined;
  return isAnsweredFor({ lat, lon }) ? { lat, lon, name: name.trim().slice(0, longestName) } : undefined;
}

function placesFrom(text: string | null): RememberedPlaces {
  try {
    const stored = JSON.parse(text ?? '{}') as { last?: unknown; favourites?: unknown } | null;
    const favourites = Array.isArray(stored?.favourites) ? stored.favourites.map(placeFrom) : [];
    return {
      last: placeFrom(stored?.last),
      favourites: favourites.filter((place) => place !== undefined).slice(0, mostFavourites),
    };
  } catch {
    return nothing;
  }
}

function placesOf(text: string | null): RememberedPlaces {
  if (text !== read.text) read = { text, places: placesFrom(text) };
  return read.places;
}

/** What this device remembers; nothing where it cannot be read. */
export const rememberedPlaces = (): RememberedPlaces => placesOf(stored.read());

const remember = (changes: Partial<RememberedPlaces>) =>
  stored.keep(JSON.stringify({ ...rememberedPlaces(), ...changes }));

/** The site opens at this place from now on; undefined for where everyone starts. */
export function rememberLast(place: NamedPlace | undefined) {
  // One without a name could not be told from another.
  const last = place?.name ? place : undefined;
  if (last || rememberedPlaces().last) remember({ last });
}

/** Keeps a place, or lets it go. One more than there is room for is not kept. */
export function keepFavourite(place: NamedPlace, keep: boolean) {
  const others = rememberedPlaces().favourites.filter((favourite) => !isSamePlace(favourite, place));
  if (!keep) remember({ favourites: others });
  else if (others.length < mostFavourites) remember({ favourites: [...others, place] });
}

export const useFavourites = (): readonly NamedPlace[] => placesOf(stored.useText()).favourites;
