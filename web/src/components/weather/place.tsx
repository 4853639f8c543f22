import { createContext, useCallback, useContext, useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { HOME_DEFAULT } from '../../constants.js';
import type { Coordinates } from './weather-queries.js';

/** The area that forecasts are answered for (`proto/weather/v1/forecasts.schema.ts`; repeated here because that file brings zod along). */
const answeredFor = { south: 24, north: 50, west: -125, east: -66 };
/** Arkansas with a margin of a few miles. */
const arkansas = { south: 32.9, north: 36.6, west: -94.7, east: -89.5 };

type Bounds = typeof arkansas;
const isInside = ({ lat, lon }: Coordinates, box: Bounds) =>
  lat >= box.south && lat <= box.north && lon >= box.west && lon <= box.east;

/** Whether there is a forecast for a place. */
export const isAnsweredFor = (place: Coordinates) => isInside(place, answeredFor);
/** Whether a place is in the state, or a stone's throw from it. */
export const isInArkansas = (place: Coordinates) => isInside(place, arkansas);

/** How the visitor's own location stands. */
export type LocationStatus = 'unasked' | 'locating' | 'used' | 'denied' | 'unsupported' | 'failed' | 'too far';

interface PlaceContext {
  coordinates: Coordinates;
  status: LocationStatus;
  /** Asks the browser for the location. Call it only from a click. */
  useMyLocation: () => void;
  /** Back to the middle of the state. */
  showArkansas: () => void;
}

const Context = createContext<PlaceContext>({
  coordinates: HOME_DEFAULT,
  status: 'unasked',
  useMyLocation: () => undefined,
  showArkansas: () => undefined,
});

/** Which place the weather is shown for. */
export function usePlace(): PlaceContext {
  return useContext(Context);
}

/** Keeps the place for all pages. Never opens the browser's question by itself; uses the location if it was allowed before. */
export function PlaceProvider({ children }: { children: ReactNode }) {
  const [coordinates, setCoordinates] = useState<Coordinates>(HOME_DEFAULT);
  const [status, setStatus] = useState<LocationStatus>('unasked');
  const overruled = useRef(false);

  const locate = useCallback(() => {
    if (!('geolocation' in navigator)) return setStatus('unsupported');
    setStatus('locating');
    overruled.current = false;
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        if (overruled.current) return;
        const found = { lat: coords.latitude, lon: coords.longitude };
        if (!isAnsweredFor(found)) return setStatus('too far');
        setCoordinates(found);
        setStatus('used');
      },
      (error) => setStatus(error.code === error.PERMISSION_DENIED ? 'denied' : 'failed'),
      // A town's precision is enough, and a position of ten minutes ago is, too.
      { enableHighAccuracy: false, timeout: 10_000, maximumAge: 600_000 },
    );
  }, []);

  const showArkansas = useCallback(() => {
    overruled.current = true;
    setCoordinates(HOME_DEFAULT);
    setStatus('unasked');
  }, []);

  useEffect(() => {
    let gone = false;
    void readPermission().then((state) => {
      if (!gone && state === 'granted') locate();
    });
    return () => {
      gone = true;
    };
  }, [locate]);

  const place = useMemo<PlaceContext>(
    () => ({
      coordinates,
      status,
      useMyLocation: locate,
      showArkansas,
    }),
    [coordinates, status, locate, showArkansas],
  );
  return <Context value={place}>{children}</Context>;
}

async function readPermission(): Promise<PermissionState | undefined> {
  try {
    return (await navigator.permissions.query({ name: 'geolocation' })).state;
  } catch {
    // Some browsers cannot be asked: then only a click asks for the location.
    return undefined;
  }
}
