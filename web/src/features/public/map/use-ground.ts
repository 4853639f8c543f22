import type { MapLayer } from '@site/proto/weather/v1/tiles.answers';
import { useState } from 'react';
import { defaultLayer } from '../../../domain/map/map-settings.js';
import type { RadarState } from '../../../domain/radar/radar-loop.js';
import type { GroundLayer } from './layer-choice.js';

interface Known {
  radar: RadarState;
  /** Undefined while nobody has said anything. */
  layers: MapLayer[] | undefined;
  /** They could not be asked. */
  isUnknown: boolean;
}

/** Whether the layers that need a key are set up. */
export const hasTiles = (layers: MapLayer[] | undefined): boolean =>
  layers?.some(({ reason }) => reason !== 'not configured') ?? false;

/** What is worth showing first; undefined while too little is known. */
function worthShowing({ radar, layers, isUnknown }: Known): GroundLayer | undefined {
  if (radar.kind === 'frames' && radar.hasEchoes) return 'radar';
  if (radar.kind === 'waiting' || (!layers && !isUnknown)) return undefined;
  return hasTiles(layers) ? defaultLayer : 'radar';
}

/** The ground that is shown: radar when it rains anywhere near or there is nothing else. What somebody chose, or began to look at, stays. */
export function useGround(known: Known): [GroundLayer | undefined, (layer: GroundLayer) => void] {
  const [chosen, choose] = useState<GroundLayer>();
  const first = chosen ?? worthShowing(known);
  if (first && !chosen) choose(first);
  return [first, choose];
}
