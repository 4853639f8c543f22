/** The visitor's chosen place, shared by all pages and stored on this device. */
import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useRef, useState } from 'react';
import { HOME_DEFAULT } from '@/constants/display-constants.js';
import { isInForecastArea, type NamedPlace } from './place-in-url.js';
import { rememberedPlaces, rememberLast } from './remembered-places.js';
import type { Coordinates } from '../weather/weather-queries.js';
import { useTakenOver } from '@/ui/hydration.js';

export type LocationStatus = 'unasked' | 'locating' | 'used' | 'denied' | 'unsupported' | 'failed' | 'too far';

interface PlaceContext {
  coordinates: Coordinates;
  /** The last chosen place, from this or an earlier visit; undefined for the visitor's location and the default. */
  selectedPlace: NamedPlace | undefined;
  status: LocationStatus;
  /** Shows a place's weather and remembers it for the next visit. */
  selectPlace: (place: NamedPlace) => void;
  /** Requests the location from the browser. Call it only from a click. */
  useMyLocation: () => void;
  /** Returns to the default, the middle of the state. */
  showState: () => void;
}

const Context = createContext<PlaceContext>({
  coordinates: HOME_DEFAULT,
  selectedPlace: undefined,
  status: 'unasked',
  selectPlace: () => undefined,
  useMyLocation: () => undefined,
  showState: () => undefined,
});

export function usePlace(): PlaceContext {
  return useContext(Context);
}

/**
 * Shares the place between pages and stores it on this device for the next visit. Never opens the browser's location
 * prompt by itself; uses the location if permission was granted before and no place has been chosen since.
 */
export function PlaceProvider({ children }: { children: ReactNode }) {
  const isTakenOver = useTakenOver();
  const [remembered] = useState(() => rememberedPlaces().last);
  const [picked, setPicked] = useState<{ place: NamedPlace | undefined }>();
  const selectedPlace = picked ? picked.place : isTakenOver ? remembered : undefined;
  const [coordinates, setCoordinates] = useState<Coordinates>(HOME_DEFAULT);
  const [status, setStatus] = useState<LocationStatus>('unasked');
  const overruled = useRef(false);

  const turnTo = useCallback((place: NamedPlace | undefined) => {
    setPicked({ place });
    rememberLast(place);
  }, []);

  const locate = useCallback(() => {
    if (!('geolocation' in navigator)) return setStatus('unsupported');
    setStatus('locating');
    overruled.current = false;
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        if (overruled.current) return;
        const found = { lat: coords.latitude, lon: coords.longitude };
        if (!isInForecastArea(found)) return setStatus('too far');
        setCoordinates(found);
        setStatus('used');
        turnTo(undefined);
      },
      // A place chosen before stays.
      (error) => !overruled.current && setStatus(error.code === error.PERMISSION_DENIED ? 'denied' : 'failed'),
      // A town's precision and a ten-minute-old position are good enough.
      { enableHighAccuracy: false, timeout: 10_000, maximumAge: 600_000 },
    );
  }, [turnTo]);

  const selectPlace = useCallback(
    (place: NamedPlace | undefined) => {
      overruled.current = true;
      setCoordinates(HOME_DEFAULT);
      setStatus('unasked');
      turnTo(place);
    },
    [turnTo],
  );
  const showState = useCallback(() => selectPlace(undefined), [selectPlace]);

  useEffect(() => {
    let isUnmounted = false;
    void readPermission().then((state) => {
      if (!isUnmounted && !overruled.current && state === 'granted' && !rememberedPlaces().last) locate();
    });
    return () => {
      isUnmounted = true;
    };
  }, [locate]);

  const place = useMemo<PlaceContext>(
    () => ({
      coordinates: selectedPlace ?? coordinates,
      selectedPlace,
      status,
      selectPlace,
      useMyLocation: locate,
      showState,
    }),
    [coordinates, selectedPlace, status, selectPlace, locate, showState],
  );
  return <Context value={place}>{children}</Context>;
}

async function readPermission(): Promise<PermissionState | undefined> {
  try {
    return (await navigator.permissions.query({ name: 'geolocation' })).state;
  } catch {
    // Some browsers can't report the permission; there, only a click requests the location.
    return undefined;
  }
}
