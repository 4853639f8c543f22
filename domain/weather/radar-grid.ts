/** The area of every radar image: the state and about 100 km around it, in Web Mercator (EPSG:3857). */
import { radarImage as image } from '@site/regions/chosen/details';
import type { DegreeBox } from '@site/regions/state';

const earthRadiusM = 6_378_137;
const degree = Math.PI / 180;

const eastingOf = (lon: number) => lon * degree * earthRadiusM;
const northingOf = (lat: number) => Math.asinh(Math.tan(lat * degree)) * earthRadiusM;
const latitudeOf = (northing: number) => Math.atan(Math.sinh(northing / earthRadiusM)) / degree;

const { west, south, east, width, height } = image;
export const radarImageSize = { width, height } as const;
const pixelM = (eastingOf(east) - eastingOf(west)) / radarImageSize.width;

/** In meters of the projection. */
export const radarMeters = {
  west: eastingOf(west),
  south: northingOf(south),
  east: eastingOf(east),
  // Derived, so that pixels are square.
  north: northingOf(south) + radarImageSize.height * pixelM,
} as const;

export const radarBox: DegreeBox = { west, south, east, north: latitudeOf(radarMeters.north) };

/**
 * Returns pixels from the upper left corner of a picture.
 * @param width of a picture with the usual proportions
 */
export function radarPixelOf(lon: number, lat: number, width: number = radarImageSize.width): { x: number; y: number } {
  const pixels = width / (radarMeters.east - radarMeters.west);
  return { x: (eastingOf(lon) - radarMeters.west) * pixels, y: (radarMeters.north - northingOf(lat)) * pixels };
}
