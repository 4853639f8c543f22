/** Whether a logo's ink is dark or light, so that it stays readable in both themes. */

/** A picture with its own background, or dark or light ink on transparency. */
export type LogoInk = 'own ground' | 'dark' | 'light';

/** Enough pixels to tell dark from light. */
const side = 24;
const opaqueAlpha = 128;
/** A picture without holes; rounded corners don't count. */
const opaqueShare = 0.9;

/** Returns undefined when the pixels can't be read or are all transparent. */
export function inkOf(image: HTMLImageElement): LogoInk | undefined {
  try {
    const canvas = document.createElement('canvas');
    canvas.width = side;
    canvas.height = side;
    const drawing = canvas.getContext('2d', { willReadFrequently: true });
    if (!drawing || image.naturalWidth === 0) return undefined;
    drawing.drawImage(image, 0, 0, side, side);
    return inkOfPoints(drawing.getImageData(0, 0, side, side).data);
  } catch {
    // The pixels of cross-origin images can't be read.
    return undefined;
  }
}

/** @param points each pixel's red, green, blue and alpha, 0 to 255 */
export function inkOfPoints(points: ArrayLike<number>): LogoInk | undefined {
  let opaque = 0;
  let light = 0;
  for (let index = 0; index < points.length; index += 4) {
    const [red = 0, green = 0, blue = 0, alpha = 0] = [0, 1, 2, 3].map((offset) => points[index + offset]);
    if (alpha < opaqueAlpha) continue;
    opaque += 1;
    // Rec. 709 luma.
    light += (0.2126 * red + 0.7152 * green + 0.0722 * blue) / 255;
  }
  if (opaque === 0) return undefined;
  if (opaque / (points.length / 4) > opaqueShare) return 'own ground';
  return light / opaque < 0.5 ? 'dark' : 'light';
}
