import type { OutlookArea } from '@site/proto/weather/v1/outlook.responses';
import type { Gauge } from '@site/proto/weather/v1/rivers.responses';
import type { StormReport } from '@site/proto/weather/v1/storm-reports.responses';
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
  /** In Web Mercator, the bounds fill the whole picture. */
  box: Box;
  /** URLs of the loaded pictures, oldest first. */
  ready: readonly string[];
  /** Undefined while it loads. */
  visibleUrl: string | undefined;
  isOld: boolean;
  /** Of the cross-fade; 0 for none. */
  dissolveMs: number;
}

/** Whether the background has meaningful colors, so that layers above it are outlines. */
export const isColored = ({ radar, outlook }: MapContext): boolean =>
  radar?.visibleUrl !== undefined || outlook.length > 0;
