/** Metrics of the daily budgets for sign-up messages. */
import { measureAtScrape } from '@site/platform/base/metrics';
import type { DataSource } from 'typeorm';
import { perConfirmed, type ConfirmationBudgets, type LimitedKind } from './confirmation-limits.js';

/** Adds budget usage to /metrics. */
export const measureBudgets = measureAtScrape(
  {
    confirmation_budget_used_share: {
      help: "Used share of today's budget of sign-up messages (0 to 1), of the whole site and of the network that used most of its budget",
      labelNames: ['kind', 'scope'],
    },
  },
  async ({ dataSource, budgets }: { dataSource: DataSource; budgets: ConfirmationBudgets }) => ({
    confirmation_budget_used_share: (await usedShares(dataSource, budgets)).flatMap(({ kind, site, network }) => [
      [{ kind, scope: 'site' }, site],
      [{ kind, scope: 'network' }, network],
    ]),
  }),
);

function usedShares(
  dataSource: DataSource,
  budgets: ConfirmationBudgets,
): Promise<{ kind: LimitedKind; site: number; network: number }[]> {
  return dataSource.query(
    `SELECT kind,
       coalesce(max(sent::float8 / site) FILTER (WHERE scope = 'all'), 0) AS site,
       coalesce(max(sent::float8 / (network + ${perConfirmed} * coalesce(confirmed, 0)))
         FILTER (WHERE scope LIKE 'network %'), 0) AS network
     FROM (VALUES ('mail', $1::integer, $2::integer), ('sms', $3, $4)) AS budget (kind, site, network)
     LEFT JOIN confirmation_counts USING (kind)
     WHERE day IS NULL OR day = (now() AT TIME ZONE 'UTC')::date
     GROUP BY kind`,
    [budgets.mail.site, budgets.mail.network, budgets.sms.site, budgets.sms.network],
  );
}
