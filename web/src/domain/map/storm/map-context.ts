import type { OutlookArea } from '@site/proto/weather/v1/outlook.answers';
import type { Gauge } from '@site/proto/weather/v1/rivers.answers';
import type { StormReport } from '@site/proto/weather/v1/storm-reports.answers';
import type { Box } from '../shapes/shapes.js';

/** What the map of storms shows besides the alerts; the map of the forecast has none of it. */
export interface MapContext {
  radar: RadarOnMap | undefined;
  /** The lowest risk first. */
  outlook: readonly OutlookArea[];
  reports: readonly StormReport[];
  gauges: readonly Gauge[];
}

export interface RadarOnMap {
  /** What each picture covers; in Web Mercator it is the whole picture. */
  box: Box;
  /** Addresses of the pictures that have arrived, the oldest first. */
  ready: readonly string[];
  /** The one that is shown; none while it is on its way. */
  shown: string | undefined;
  /** Drawn without colours. */
  isOld: boolean;
  /** How long one picture takes to turn into the next; 0 at once. */
  dissolveMs: number;
}

/** Whether the ground has colours that mean something: what lies above it is then drawn in outlines. */
export const isColoured = ({ radar, outlook }: MapContext): boolean => radar?.shown !== undefined || outlook.length > 0;
