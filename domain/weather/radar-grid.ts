/** The area of every radar image: the state and about 100 km around it, in Web Mercator (EPSG:3857). */
import { radarPicture as picture } from '@site/state/chosen/details';
import type { DegreeBox } from '@site/state/state';

const earthRadiusM = 6_378_137;
const degree = Math.PI / 180;

const eastingOf = (lon: number) => lon * degree * earthRadiusM;
const northingOf = (lat: number) => Math.asinh(Math.tan(lat * degree)) * earthRadiusM;
const latitudeOf = (northing: number) => Math.atan(Math.sinh(northing / earthRadiusM)) / degree;

const { west, south, east, width, height } = picture;
export const radarPicture = { width, height } as const;
const pixelM = (eastingOf(east) - eastingOf(west)) / radarPicture.width;

/** In meters of the projection. */
export const radarMetres = {
  west: eastingOf(west),
  south: northingOf(south),
  east: eastingOf(east),
  // Derived, so that pixels are square.
  north: northingOf(south) + radarPicture.height * pixelM,
} as const;

export const radarBox: DegreeBox = { west, south, east, north: latitudeOf(radarMetres.north) };

/**
 * Returns pixels from the upper left corner of a picture.
 * @param width of a picture with the usual proportions
 */
export function radarPixelOf(lon: number, lat: number, width: number = radarPicture.width): { x: number; y: number } {
  const pixels = width / (radarMetres.east - radarMetres.west);
  return { x: (eastingOf(lon) - radarMetres.west) * pixels, y: (radarMetres.north - northingOf(lat)) * pixels };
}
