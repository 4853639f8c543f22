import { project } from '../drawing-view.js';
import type { RadarOnMap } from './map-context.js';
import { radarOpacity } from './radar-opacity.js';

interface RadarImageProps {
  radar: Pick<RadarOnMap, 'box' | 'isOld'>;
  url: string;
  onError?: () => void;
}

/** An SVG image at its place on a drawn map. Both are in Web Mercator, so two corners are enough. */
export function RadarImage({ radar: { box, isOld }, url, onError }: RadarImageProps) {
  const [x, y] = project([box.west, box.north]);
  const [right, bottom] = project([box.east, box.south]);
  return (
    <image
      href={url}
      x={x}
      y={y}
      width={right - x}
      height={bottom - y}
      preserveAspectRatio="none"
      opacity={radarOpacity}
      onError={onError}
      className={isOld ? 'grayscale' : ''}
    />
  );
}
