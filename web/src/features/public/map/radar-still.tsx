import type { CSSProperties } from 'react';
import { project } from '../../../domain/map/drawing-view.js';
import { stateBox, mapSettings } from '../../../domain/map/map-settings.js';
import type { RadarBox } from '../../../domain/radar/radar-loop.js';
import { Loading } from '../../../ui/skeleton.js';

interface RadarStillProps {
  url: string;
  box: RadarBox;
  isOld: boolean;
}

/**
 * Small radar image shown while the map loads, which saves seconds on slow phones. Positioned where the map will draw
 * the newest frame, so that nothing shifts.
 */
export function RadarStill({ url, box, isOld }: RadarStillProps) {
  return (
    <Loading label="Loading the map" className="absolute inset-0 overflow-hidden [container-type:size]">
      <img
        src={url}
        alt=""
        fetchPriority="high"
        style={placeOf(box)}
        className={isOld ? 'absolute max-w-none grayscale' : 'absolute max-w-none'}
      />
    </Loading>
  );
}

/** Fits the state into the frame like the map does, in CSS, because the frame's size isn't known before layout. */
function placeOf(box: RadarBox): CSSProperties {
  const [west, north] = project([stateBox.west, stateBox.north]);
  const [east, south] = project([stateBox.east, stateBox.south]);
  const [left, top] = project([box.west, box.north]);
  const [right, bottom] = project([box.east, box.south]);
  const room = `${2 * mapSettings.statePadding}px`;
  const unit = `min((100cqw - ${room}) / ${east - west}, (100cqh - ${room}) / ${south - north})`;
  const from = (middle: string, units: number) => `calc(${middle} - ${unit} * ${units})`;
  return {
    left: from('50cqw', (west + east) / 2 - left),
    top: from('50cqh', (north + south) / 2 - top),
    width: `calc(${unit} * ${right - left})`,
    height: `calc(${unit} * ${bottom - top})`,
  };
}
