/**
 * Pauses less urgent messages for review when there are more than weather can cause: otherwise a bug could notify
 * subscribers all night. Urgent messages (priority 0 and 1) are never paused automatically.
 */
import { counties } from '@site/regions/counties';
import type { EntityManager } from 'typeorm';

/** Dispatches for one county in ten minutes. An outbreak's warnings aren't counted. */
const maxDispatchesPerCounty = 6;
/** Dispatches for the state in ten minutes: this multiple of the last week's busiest ten, and at least 60. */
const maxTypicalMultiple = 3;
const minStateDispatches = 60;

const recently = `priority >= 2 AND created_at > now() - interval '10 minutes'`;

/** Must be called in the transaction that creates dispatches. */
export async function applyAutomaticPause(manager: EntityManager): Promise<void> {
  const reason = (await tooMuchForCounty(manager)) ?? (await tooMuchForState(manager));
  if (!reason) return;
  await manager.query(
    `UPDATE kill_switch SET scope = 'less_urgent', reason = $1, by_name = '', set_at = now() WHERE id = 1 AND scope = 'nothing'`,
    [reason],
  );
}

async function tooMuchForCounty(manager: EntityManager): Promise<string | undefined> {
  const [busiest] = await manager.query<{ county: string; count: number }[]>(
    `SELECT county, count(*)::integer AS count FROM dispatches, unnest(counties) AS county
     WHERE ${recently} AND created_at > (SELECT coalesce(set_at, '-infinity') FROM kill_switch WHERE id = 1)
     GROUP BY county HAVING count(*) > ${maxDispatchesPerCounty} ORDER BY count DESC, county LIMIT 1`,
  );
  if (!busiest) return undefined;
  const name = counties.find(({ fips }) => fips === busiest.county)?.name ?? busiest.county;
  return `${busiest.count} messages for ${name} within ten minutes, none of them urgent.`;
}

async function tooMuchForState(manager: EntityManager): Promise<string | undefined> {
  const [row] = await manager.query<{ count: number; usual: number }[]>(
    `SELECT
       (SELECT count(*)::integer FROM dispatches
        WHERE ${recently} AND created_at > (SELECT coalesce(set_at, '-infinity') FROM kill_switch WHERE id = 1)) AS count,
       (SELECT coalesce(max(count), 0)::integer FROM (
         SELECT count(*) FROM dispatches
         WHERE priority >= 2 AND created_at BETWEEN now() - interval '7 days' AND now() - interval '10 minutes'
         GROUP BY date_bin('10 minutes', created_at, '2020-01-01')) AS spans) AS usual`,
  );
  if (!row || row.count <= Math.max(minStateDispatches, maxTypicalMultiple * row.usual)) return undefined;
  return `${row.count} messages in the state within ten minutes, none of them urgent; the busiest of the last week had ${row.usual}.`;
}
