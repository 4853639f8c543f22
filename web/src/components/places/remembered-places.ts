import { firstCharacters } from '@site/domain/truncate';
import { storedText } from '@/ui/stored-text.js';
import { isInForecastArea, maxNameLength, type NamedPlace } from './place-in-url.js';

/** Stored on this device; leaves it only in weather requests. */
export interface RememberedPlaces {
  /** Undefined for the default place and the visitor's location. */
  last: NamedPlace | undefined;
  /** Oldest first. */
  favorites: readonly NamedPlace[];
  /** Newest first; includes `last` and may include favorites. */
  recent: readonly NamedPlace[];
}

export const maxFavorites = 8;
const maxRecent = 5;

const emptyPlaces: RememberedPlaces = { last: undefined, favorites: [], recent: [] };

const stored = storedText('places');
let read: { text: string | null; places: RememberedPlaces } = { text: null, places: emptyPlaces };

/** Whether two places share a forecast: requests round to hundredths of a degree. */
export const isSamePlace = (one: NamedPlace, other: NamedPlace): boolean =>
  one.lat.toFixed(2) === other.lat.toFixed(2) && one.lon.toFixed(2) === other.lon.toFixed(2);

/** Returns undefined if invalid: another release or the user may have written it. */
function placeFrom(stored: unknown): NamedPlace | undefined {
  const { lat, lon, name } = (stored ?? {}) as Record<string, unknown>;
  if (typeof lat !== 'number' || typeof lon !== 'number' || typeof name !== 'string' || !name.trim()) return undefined;
  return isInForecastArea({ lat, lon }) ? { lat, lon, name: firstCharacters(name.trim(), maxNameLength) } : undefined;
}

const listFrom = (stored: unknown, maxPlaces: number): NamedPlace[] =>
  (Array.isArray(stored) ? stored.map(placeFrom) : []).filter((place) => place !== undefined).slice(0, maxPlaces);

function placesFrom(text: string | null): RememberedPlaces {
  try {
    const stored = JSON.parse(text ?? '{}') as Partial<Record<keyof RememberedPlaces, unknown>> | null;
    return {
      last: placeFrom(stored?.last),
      favorites: listFrom(stored?.favorites, maxFavorites),
      recent: listFrom(stored?.recent, maxRecent),
    };
  } catch {
    return emptyPlaces;
  }
}

function placesOf(text: string | null): RememberedPlaces {
  if (text !== read.text) read = { text, places: placesFrom(text) };
  return read.places;
}

/** Returns no places when storage can't be read. */
export const rememberedPlaces = (): RememberedPlaces => placesOf(stored.read());

const remember = (changes: Partial<RememberedPlaces>) =>
  stored.set(JSON.stringify({ ...rememberedPlaces(), ...changes }));

/** The site opens at this place; undefined for the default. */
export function rememberLast(place: NamedPlace | undefined) {
  // Without a name, it couldn't be distinguished from others.
  if (!place?.name) {
    if (rememberedPlaces().last) remember({ last: undefined });
    return;
  }
  const earlier = rememberedPlaces().recent.filter((other) => !isSamePlace(other, place));
  remember({ last: place, recent: [place, ...earlier].slice(0, maxRecent) });
}

/** Ignores places beyond the limit. */
export function setFavorite(place: NamedPlace, isFavorite: boolean) {
  const others = rememberedPlaces().favorites.filter((favorite) => !isSamePlace(favorite, place));
  if (!isFavorite) remember({ favorites: others });
  else if (others.length < maxFavorites) remember({ favorites: [...others, place] });
}

export const useRememberedPlaces = (): RememberedPlaces => placesOf(stored.useText());

export const useFavorites = (): readonly NamedPlace[] => useRememberedPlaces().favorites;
