import type { MapLayer } from '@site/proto/weather/v1/tiles.responses';
import { useState } from 'react';
import { defaultLayer } from '@/components/map/map-settings.js';
import type { RadarState } from '@/components/radar/radar-loop.js';
import type { GroundLayer } from './layer-choice.js';

interface LayerState {
  radar: RadarState;
  /** Undefined while loading. */
  layers: MapLayer[] | undefined;
  isUnknown: boolean;
}

/** Whether the layers that need an API key are configured. */
export const hasTiles = (layers: MapLayer[] | undefined): boolean =>
  layers?.some(({ reason }) => reason !== 'not configured') ?? false;

/** Returns the most useful base layer; undefined while too little is known. */
function worthShowing({ radar, layers, isUnknown }: LayerState): GroundLayer | undefined {
  if (radar.kind === 'frames' && radar.hasEchoes) return 'radar';
  if (radar.kind === 'waiting' || (!layers && !isUnknown)) return undefined;
  return hasTiles(layers) ? defaultLayer : 'radar';
}

/**
 * Shows radar when there's rain nearby or nothing else to show. Never switches away from what the visitor chose or is
 * viewing.
 */
export function useGround(layerState: LayerState): [GroundLayer | undefined, (layer: GroundLayer) => void] {
  const [selected, setSelectedLayer] = useState<GroundLayer>();
  const first = selected ?? worthShowing(layerState);
  if (first && !selected) setSelectedLayer(first);
  return [first, setSelectedLayer];
}
