import type { OutlookArea } from '@site/proto/weather/v1/outlook.answers';
import type { Gauge } from '@site/proto/weather/v1/rivers.answers';
import type { StormReport } from '@site/proto/weather/v1/storm-reports.answers';
import type { Box } from '../shapes/shapes.js';

/** Layers of the storm map besides alerts; the forecast map has none of them. */
export interface MapContext {
  radar: RadarOnMap | undefined;
  /** Lowest risk first. */
  outlook: readonly OutlookArea[];
  reports: readonly StormReport[];
  gauges: readonly Gauge[];
}

export interface RadarOnMap {
  /** The pictures' bounds; in Web Mercator they fill the whole picture. */
  box: Box;
  /** URLs of the loaded pictures, oldest first. */
  ready: readonly string[];
  /** URL of the visible picture; undefined while it loads. */
  shown: string | undefined;
  isOld: boolean;
  /** Duration of the cross-fade; 0 for none. */
  dissolveMs: number;
}

/** Returns whether the background has meaningful colors; layers above it are then drawn as outlines. */
export const isColoured = ({ radar, outlook }: MapContext): boolean => radar?.shown !== undefined || outlook.length > 0;
