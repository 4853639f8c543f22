import type { MapLayerName } from '@site/proto/weather/v1/tile-grid';
import { queryOptions } from '@tanstack/react-query';
import { request } from '../../api.js';

/** What the site knows of the map's layers. */

export interface LayerStatus {
  layer: MapLayerName;
  /** Whether tiles can be had at all. */
  available: boolean;
  reason: '' | 'not configured' | 'not answering' | 'budget used';
  /** When the newest and the oldest tile that are on screens now came from the provider. */
  newest_at: string | null;
  oldest_at: string | null;
}

export const mapLayersQuery = queryOptions({
  queryKey: ['map-layers'],
  queryFn: async ({ signal }) => (await request<LayerStatus[]>('/main/weather/layers', { signal })).data,
  refetchInterval: 60_000,
});
