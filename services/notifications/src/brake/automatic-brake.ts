import { counties } from '@site/state/counties';
import type { EntityManager } from 'typeorm';

/**
 * Holds what is less urgent for a person to look at, when there is more of it than weather makes: a fault in the source or in
 * us, of which people would be told all night. What is urgent (priority 0 and 1) is never held by the house itself.
 */

/** Runs of one county in ten minutes. An outbreak has warnings, which are not counted. */
const mostOfCounty = 6;
/** Runs in ten minutes, all counties together, as a multiple of the last week's busiest ten minutes, or at least 60. */
const mostTimesUsual = 3;
const leastOfState = 60;

const recently = `priority >= 2 AND created_at > now() - interval '10 minutes'`;

/** To be called in the transaction that makes runs. */
export async function applyAutomaticBrake(manager: EntityManager): Promise<void> {
  const reason = (await tooMuchForCounty(manager)) ?? (await tooMuchForState(manager));
  if (!reason) return;
  await manager.query(
    `UPDATE brake SET scope = 'less_urgent', reason = $1, by_name = '', set_at = now() WHERE id = 1 AND scope = 'nothing'`,
    [reason],
  );
}

async function tooMuchForCounty(manager: EntityManager): Promise<string | undefined> {
  const [worst] = await manager.query<{ county: string; count: number }[]>(
    `SELECT county, count(*)::integer AS count FROM alert_runs, unnest(counties) AS county
     WHERE ${recently} AND created_at > (SELECT coalesce(set_at, '-infinity') FROM brake WHERE id = 1)
     GROUP BY county HAVING count(*) > ${mostOfCounty} ORDER BY count DESC, county LIMIT 1`,
  );
  if (!worst) return undefined;
  const name = counties.find(({ fips }) => fips === worst.county)?.name ?? worst.county;
  return `${worst.count} messages for ${name} within ten minutes, none of them urgent.`;
}

async function tooMuchForState(manager: EntityManager): Promise<string | undefined> {
  const [row] = await manager.query<{ count: number; usual: number }[]>(
    `SELECT
       (SELECT count(*)::integer FROM alert_runs
        WHERE ${recently} AND created_at > (SELECT coalesce(set_at, '-infinity') FROM brake WHERE id = 1)) AS count,
       (SELECT coalesce(max(count), 0)::integer FROM (
         SELECT count(*) FROM alert_runs
         WHERE priority >= 2 AND created_at BETWEEN now() - interval '7 days' AND now() - interval '10 minutes'
         GROUP BY date_bin('10 minutes', created_at, '2020-01-01')) AS spans) AS usual`,
  );
  if (!row || row.count <= Math.max(leastOfState, mostTimesUsual * row.usual)) return undefined;
  return `${row.count} messages in the state within ten minutes, none of them urgent; the busiest of the last week had ${row.usual}.`;
}
