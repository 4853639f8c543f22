import type { FoundPlace } from '@site/proto/weather/v1/places.responses';
import { stateName } from '@site/regions/state';
import { History, MapPin, Search, Star, type LucideIcon } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { request } from '@/api/api.js';
import { SEARCH_DEBOUNCE_MS, SEARCH_RESULTS } from '@/constants/display-constants.js';
import { classNames } from '@/ui/class-names.js';
import { logFailure } from '@/log-failure.js';
import { isInForecastArea, type NamedPlace } from './place-in-url.js';
import { isSamePlace, useRememberedPlaces, type RememberedPlaces } from './remembered-places.js';

/** The server's limit (`proto/weather/v1/places.schema.ts`; repeated here because that file imports zod). */
const maxQueryLength = 100;

interface PlaceSearchProps {
  onPick: (place: NamedPlace) => void;
  /** Takes focus because the visitor just opened it. */
  focused?: boolean;
}

/** A place in the list. */
interface Suggestion {
  id: string;
  place: NamedPlace;
  /** Second line. */
  note: string;
  Icon: LucideIcon;
}

/**
 * Searches for a place by name or ZIP code: WAI-ARIA's editable combobox with a list. An empty input lists this device's
 * recent and saved places. It debounces typing and ignores failed lookups, so that the visitor can keep typing.
 *
 * Not from a library: the size budget of first visits has no room for one. Loading one on focus would replace the input
 * and lose the focus, a half-composed IME character and the screen reader's position.
 */
export function PlaceSearch({ onPick, focused = false }: PlaceSearchProps) {
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const lookup = useRef<{ timer: ReturnType<typeof setTimeout>; call: AbortController }>(undefined);
  const [text, setText] = useState('');
  /** The name of the place that was picked last. */
  const [picked, setPicked] = useState('');
  const [places, setPlaces] = useState<FoundPlace[]>();
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const remembered = useRememberedPlaces();
  const isAsking = text.trim() !== '' && text !== picked;
  const suggestions = isAsking ? (places ?? []).map(suggestionOf) : suggestionsFrom(remembered);
  const visibleSuggestions = open ? suggestions : [];
  const isListed = visibleSuggestions.length > 0;
  /** Nothing has the name: the suggestions, if any, only resemble it. */
  const isUnknown = isAsking && places?.every(({ similar }) => similar) === true;
  const hasFoundNone = open && isUnknown && !isListed;
  const unknown = isUnknown ? unknownPlace(text.trim()) : '';

  function cancelLookup() {
    clearTimeout(lookup.current?.timer);
    lookup.current?.call.abort();
    lookup.current = undefined;
  }

  function close() {
    setOpen(false);
    setActive(-1);
  }

  function type(next: string) {
    cancelLookup();
    setText(next);
    setPicked('');
    const query = next.trim();
    if (query === '') {
      setPlaces(undefined);
      setActive(-1);
      return setOpen(true);
    }
    const call = new AbortController();
    lookup.current = { call, timer: setTimeout(() => void find(query, call.signal), SEARCH_DEBOUNCE_MS) };
  }

  async function find(query: string, signal: AbortSignal) {
    try {
      const address = `/main/weather/search?${new URLSearchParams({ q: query })}`;
      const { data } = await request<FoundPlace[]>(address, { signal });
      if (signal.aborted) return;
      setPlaces(data.filter(isInForecastArea).slice(0, SEARCH_RESULTS));
      setActive(-1);
      // Doesn't reopen the list once focus has moved elsewhere.
      setOpen(Boolean(box.current?.contains(document.activeElement)));
    } catch (error) {
      if (!signal.aborted) logFailure('looking for a place', error);
    }
  }

  function pick(place: NamedPlace) {
    cancelLookup();
    setPlaces(undefined);
    setText(place.name);
    setPicked(place.name);
    close();
    onPick(place);
  }

  function onKeyDown(event: KeyboardEvent) {
    const count = suggestions.length;
    switch (event.key) {
      case 'ArrowDown':
      case 'ArrowUp':
        if (count === 0) return;
        event.preventDefault();
        setOpen(true);
        // One more stop than there are places: the input itself.
        if (event.key === 'ArrowDown') setActive(active + 1 < count ? active + 1 : -1);
        else setActive(active < 0 ? count - 1 : active - 1);
        return;
      case 'Enter': {
        // Never another place than the visitor typed, unless they chose it.
        const suggestion = visibleSuggestions[isAsking && !isUnknown ? Math.max(0, active) : active];
        event.preventDefault();
        if (suggestion) pick(suggestion.place);
        return;
      }
      case 'Escape':
        if (!isListed && !hasFoundNone) type('');
        close();
        return;
    }
  }

  useEffect(() => {
    if (!open) return;
    const onPointerDown = (event: PointerEvent) => {
      if (!box.current?.contains(event.target as Node)) close();
    };
    document.addEventListener('pointerdown', onPointerDown);
    return () => document.removeEventListener('pointerdown', onPointerDown);
  }, [open]);
  useEffect(() => cancelLookup, []);
  useEffect(() => {
    if (active >= 0) document.getElementById(`${id}-${active}`)?.scrollIntoView({ block: 'nearest' });
  }, [active, id]);
  useEffect(() => {
    if (focused) box.current?.querySelector('input')?.focus();
  }, [focused]);

  return (
    <div
      ref={box}
      className="relative w-full max-w-md"
      onBlur={({ relatedTarget }) => !box.current?.contains(relatedTarget) && close()}
    >
      <label htmlFor={`${id}-input`} className="sr-only">
        Search for a place
      </label>
      <Search aria-hidden="true" size={20} className="absolute top-3 left-4 text-ink-soft" />
      <input
        id={`${id}-input`}
        type="text"
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={isListed}
        aria-controls={isListed ? `${id}-list` : undefined}
        aria-activedescendant={active >= 0 ? `${id}-${active}` : undefined}
        autoComplete="off"
        spellCheck={false}
        maxLength={maxQueryLength}
        placeholder="City, town, county or ZIP"
        value={text}
        onChange={(event) => type(event.target.value)}
        onFocus={() => setOpen(true)}
        onClick={() => setOpen(true)}
        onKeyDown={onKeyDown}
        className="h-11 w-full rounded-full bg-surface pr-4 pl-12 text-base text-ink ring-1 ring-edge ring-inset placeholder:text-ink-soft"
      />
      <p role="status" className="sr-only">
        {open && isAsking && places ? statusOf(places.length, isUnknown) : ''}
      </p>
      {(isListed || hasFoundNone) && (
        <div className="card absolute inset-x-0 top-full z-20 mt-2 max-h-80 overflow-y-auto py-2">
          {unknown && (
            <p className="px-4 py-1 text-ink-soft">
              {unknown}
              {isListed && ' Similar:'}
            </p>
          )}
          {isListed && (
            <div id={`${id}-list`} role="listbox" aria-label="Places">
              {visibleSuggestions.map(({ id: key, place, note, Icon }, index) => (
                // eslint-disable-next-line jsx-a11y/click-events-have-key-events -- the combobox has the focus and hears the keys
                <div
                  key={key}
                  id={`${id}-${index}`}
                  role="option"
                  tabIndex={-1}
                  aria-selected={index === active}
                  // Keeps focus in the input.
                  onPointerDown={(event) => event.preventDefault()}
                  onPointerMove={() => setActive(index)}
                  onClick={() => pick(place)}
                  className={classNames(
                    'flex min-h-12 cursor-pointer items-center gap-3 px-4 py-2',
                    index === active && 'bg-sky-soft',
                  )}
                >
                  <Icon aria-hidden="true" size={18} className="shrink-0 text-ink-soft" />
                  <span className="min-w-0">
                    <span className="block truncate font-semibold">{place.name}</span>
                    <span className="block truncate text-sm text-ink-soft">{note}</span>
                  </span>
                </div>
              ))}
            </div>
          )}
        </div>
      )}
    </div>
  );
}

const unknownPlace = (query: string) =>
  /^\d/.test(query)
    ? `We couldn't find this ZIP code in ${stateName}.`
    : `No place called “${query}” in ${stateName}. Try the ZIP code or the county.`;

const statusOf = (count: number, isUnknown: boolean) =>
  isUnknown && count > 0 ? `0 places found, ${count} similar` : `${count} ${count === 1 ? 'place' : 'places'} found`;

/** The note is "Faulkner County, Arkansas" for "Conway, Faulkner County, Arkansas". */
function suggestionOf({ id, name, place, lat, lon }: FoundPlace): Suggestion {
  const note = place.startsWith(`${name}, `) ? place.slice(name.length + 2) : place;
  return { id, place: { name, lat, lon }, note, Icon: MapPin };
}

/** Saved places, then the other recent ones. */
function suggestionsFrom({ favorites, recent }: RememberedPlaces): Suggestion[] {
  const others = recent.filter((place) => !favorites.some((favorite) => isSamePlace(favorite, place)));
  const idOf = ({ lat, lon }: NamedPlace) => `${lat} ${lon}`;
  return [
    ...favorites.map((place) => ({ id: idOf(place), place, note: 'Saved place', Icon: Star })),
    ...others.map((place) => ({ id: idOf(place), place, note: 'Recent place', Icon: History })),
  ];
}
