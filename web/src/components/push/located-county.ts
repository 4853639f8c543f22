import { stateName } from '@site/regions/state';
import { countyOf } from '../places/county-of-place.js';
import { UserFacingError } from '../session/user-facing-error.js';
import type { DevicePlace } from './device-store.js';

/** Found on the device. */
export interface Here {
  place: DevicePlace;
  /** FIPS code. */
  fips: string;
}

const position = (): Promise<DevicePlace> =>
  new Promise((resolve, reject) => {
    if (!('geolocation' in navigator))
      return reject(new UserFacingError("This browser can't find your location. Choose your county from the list."));
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => resolve({ lat: coords.latitude, lon: coords.longitude }),
      ({ code, PERMISSION_DENIED }) =>
        reject(
          new UserFacingError(
            code === PERMISSION_DENIED
              ? "Your browser didn't share your location. Choose your county from the list."
              : "We couldn't find your location. Choose your county from the list.",
          ),
        ),
      // A warning's border may cut through a town, so a mile matters here.
      { enableHighAccuracy: true, timeout: 15_000, maximumAge: 600_000 },
    );
  });

/** Requests the position. Call it only from a click. @throws UserFacingError with the reason for a failure */
export async function countyHere(): Promise<Here> {
  const place = await position();
  const county = await countyOf(place).catch((error: unknown) => {
    throw new UserFacingError("The map didn't load. Choose your county from the list.", { cause: error });
  });
  if (!county) throw new UserFacingError(`You're not in ${stateName} right now. Choose a county from the list.`);
  return { place, fips: county.id };
}
