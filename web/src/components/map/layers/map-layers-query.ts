import type { MapLayerName } from '@site/domain/weather/tile-grid';
import type { MapLayer } from '@site/proto/weather/v1/tiles.responses';
import { queryOptions } from '@tanstack/react-query';
import { request } from '@/api/api.js';

/** Returns a layer's availability and age; undefined while unknown. */
export const statusOf = (layers: MapLayer[] | undefined, layer: MapLayerName) =>
  layers?.find((each) => each.layer === layer);

const pollIntervalMs = 60_000;
/** A layer that wasn't requested before has no times until its first tiles arrive. */
const untilTimedMs = 8_000;

/** Polls faster while the chosen layer's age is unknown. */
export const mapLayersQuery = (selected: MapLayerName) =>
  queryOptions({
    queryKey: ['map-layers'],
    queryFn: async ({ signal }) => (await request<MapLayer[]>('/main/weather/layers', { signal })).data,
    refetchInterval: ({ state }) => {
      const status = statusOf(state.data, selected);
      return status?.available && !status.newest_at ? untilTimedMs : pollIntervalMs;
    },
  });
