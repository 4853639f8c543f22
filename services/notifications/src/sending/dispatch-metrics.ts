/** Metrics of dispatches, exported by senders and by `main`, which also reports when there is no sender. */
import { measureAtScrape } from '@site/platform/base/metrics';
import type { DataSource } from 'typeorm';
import { shardCount } from '../dispatches/dispatch-rows.js';

interface Measured {
  runs: { priority: number; count: number }[];
  unsent: number;
  held: boolean;
  parked: number;
}

/** Adds dispatches to /metrics. */
export const measureDispatches = measureAtScrape(
  {
    alert_run_unsent_share: {
      help: 'Of urgent dispatches (priority 0) created 1 to 10 minutes ago: the largest share that was not accepted (0 to 1)',
    },
    notifications_paused: { help: '1 while sending is paused, by an admin or automatically' },
    alert_events_parked: {
      help: 'Changes of alerts that could not be recorded and are retried: their warnings have not been sent',
    },
    alert_dispatches_open: { help: 'Dispatches that are not finished, by priority', labelNames: ['priority'] },
  },
  async (dataSource: DataSource) => {
    const [{ runs, unsent, held, parked }] = await measure(dataSource);
    return {
      alert_run_unsent_share: unsent,
      notifications_paused: held ? 1 : 0,
      alert_events_parked: parked,
      alert_dispatches_open: runs.map(({ priority, count }) => [{ priority: String(priority) }, count]),
    };
  },
);

const measure = (dataSource: DataSource): Promise<[Measured]> =>
  dataSource.query<[Measured]>(
    `SELECT
       (SELECT coalesce(jsonb_agg(open), '[]') FROM (
         SELECT priority, count(*) FROM dispatches WHERE finished_at IS NULL GROUP BY priority) AS open) AS runs,
       -- Leaves out channels that are gone or in quiet hours. Until all pushes are listed, the share is 1.
       (SELECT coalesce(max(CASE WHEN is_listed THEN 1 - accepted::float / nullif(reserved - gone, 0) ELSE 1 END), 0) FROM (
         SELECT dispatch.reserved + coalesce(sum(shard.reserved), 0) AS reserved,
           dispatch.accepted + coalesce(sum(shard.accepted), 0) AS accepted, dispatch.gone + coalesce(sum(shard.gone), 0) AS gone,
           coalesce(bool_and(shard.listed OR shard.shard >= ${shardCount}), true) AS is_listed
         FROM dispatches AS dispatch LEFT JOIN dispatch_shards AS shard ON shard.dispatch_id = dispatch.id
         WHERE dispatch.priority = 0 AND NOT dispatch.superseded
           AND dispatch.created_at BETWEEN now() - interval '10 minutes' AND now() - interval '60 seconds'
         GROUP BY dispatch.id) AS urgent) AS unsent,
       (SELECT scope <> 'nothing' FROM kill_switch WHERE id = 1) AS held,
       (SELECT count(*)::integer FROM parked_events) AS parked`,
  );
