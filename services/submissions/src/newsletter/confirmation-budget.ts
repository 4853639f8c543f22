/**
 * Budgets of confirmation mails per UTC day, so that neither sign-ups nor imports can turn the site into a spam source.
 */
import { measureAtScrape } from '@site/platform/base/metrics';
import { invalidField } from '@site/proto/grpc';
import type { DataSource, EntityManager } from 'typeorm';
import { Postponed } from '../jobs/job.js';

const today = `(now() AT TIME ZONE 'UTC')::date`;
const waitMs = 10 * 60_000;

async function usedToday(database: Pick<EntityManager, 'query'>): Promise<number> {
  const [row] = await database.query<{ mails: number }[]>(`SELECT mails FROM confirmation_days WHERE day = ${today}`);
  return row?.mails ?? 0;
}

/** Adds the used share to /metrics. */
export const measureConfirmations = measureAtScrape(
  {
    confirmation_budget_used_share: {
      help: "Used share of today's budget for newsletter confirmation mails (0 to 1)",
      labelNames: ['kind', 'scope'],
    },
  },
  async ({ dataSource, maxEmailsPerDay }: { dataSource: DataSource; maxEmailsPerDay: number }) => ({
    confirmation_budget_used_share: [
      [{ kind: 'newsletter', scope: 'site' }, (await usedToday(dataSource)) / maxEmailsPerDay],
    ],
  }),
);

/**
 * Counts a confirmation mail, in the manager's transaction.
 * @throws Postponed when the day's budget is used up
 */
export async function spendConfirmation(manager: EntityManager, maxEmailsPerDay: number): Promise<void> {
  const [counted] = await manager.query<{ mails: number }[]>(
    `INSERT INTO confirmation_days AS known (day, mails) VALUES (${today}, 1)
     ON CONFLICT (day) DO UPDATE SET mails = known.mails + 1 WHERE known.mails < $1 RETURNING mails`,
    [maxEmailsPerDay],
  );
  if (!counted) throw new Postponed("today's budget for confirmation mails is used up", waitMs);
}

const numberFormat = new Intl.NumberFormat('en-US');

/**
 * Counts imported addresses that get a confirmation mail, in the manager's transaction.
 * @returns how many are left today
 * @throws INVALID_ARGUMENT naming `csv` when too few are left
 */
export async function spendImportedConfirmations(
  manager: EntityManager,
  addresses: number,
  addressesPerDay: number,
): Promise<number> {
  const [{ imported }] = await manager.query<[{ imported: number }]>(
    `INSERT INTO confirmation_days AS known (day, mails, imported) VALUES (${today}, 0, $1)
     ON CONFLICT (day) DO UPDATE SET imported = known.imported + $1 RETURNING imported`,
    [addresses],
  );
  if (imported <= addressesPerDay) return addressesPerDay - imported;
  // The transaction is rolled back, and the count with it.
  const left = Math.max(0, addressesPerDay - (imported - addresses));
  const [limit, rest, count] = [addressesPerDay, left, addresses].map((number) => numberFormat.format(number));
  throw invalidField(
    'csv',
    left > 0
      ? `Only ${rest} of today’s ${limit} confirmation emails for imported addresses are left, and this file needs ${count}. Import at most ${rest} new addresses today and the others tomorrow.`
      : `Today’s ${limit} confirmation emails for imported addresses are used up. Import the file tomorrow.`,
  );
}
