import type { MapLayerName } from '@site/domain/weather/tile-grid';
import type { MapLayer } from '@site/proto/weather/v1/tiles.answers';
import { queryOptions } from '@tanstack/react-query';
import { request } from '../../../api/api.js';

/** What the site knows of the map's layers. */

/** Undefined while nobody has said anything of it. */
export const statusOf = (layers: MapLayer[] | undefined, layer: MapLayerName) =>
  layers?.find((each) => each.layer === layer);

const usualMs = 60_000;
/** A layer that nobody looked at before has no times until its first tiles are there. */
const untilTimedMs = 8_000;

/** The state of all layers; asked again sooner while the age of the chosen one is not known. */
export const mapLayersQuery = (chosen: MapLayerName) =>
  queryOptions({
    queryKey: ['map-layers'],
    queryFn: async ({ signal }) => (await request<MapLayer[]>('/main/weather/layers', { signal })).data,
    refetchInterval: ({ state }) => {
      const status = statusOf(state.data, chosen);
      return status?.available && !status.newest_at ? untilTimedMs : usualMs;
    },
  });
