/** Applies bounces and complaints to their recipients. */
import { Counter } from 'prom-client';
import type { DataSource, EntityManager } from 'typeorm';
import { measureAtScrape, metrics } from '../base/metrics.js';
import { storedReason, type MailReport } from './mail-report.js';
import { classifyRejection } from './rejection-cause.js';
import type { MailList, ReturnPaths, ReturnToken } from './return-path.js';

/**
 * What a report means for its recipient. "refused": a permanent failure that may be ours, so it ends an address only
 * when it repeats over days.
 */
export type ReportKind = 'bounce' | 'refused' | 'soft-bounce' | 'complaint';

export interface RecipientReport extends ReturnToken {
  kind: ReportKind;
  reason: string;
}

/** A service's recipients. */
export interface ReportedRecipients {
  readonly list: MailList;
  /** Applies a new report, in its transaction. Does nothing about unknown recipients. */
  apply(manager: EntityManager, report: RecipientReport): Promise<void>;
}

const minRefusals = 3;
const minDays = 3;
/** If more than half of all mails bounce, and at least so many, readers aren't the cause. */
const minImplausibleBounces = 10;

const reportCounter = new Counter({
  name: 'mail_reports_total',
  help: 'Reports of bounces and complaints, by list (kind) and outcome',
  labelNames: ['kind', 'outcome'],
  registers: [metrics],
});

/**
 * Records reports and applies them to this service's recipients; ignores those of other services.
 * @returns false if a report names a return path that we didn't issue; the others are recorded nevertheless
 */
export async function recordReports(
  dataSource: DataSource,
  reports: readonly MailReport[],
  { returnPaths, recipients }: { returnPaths: ReturnPaths; recipients: ReportedRecipients },
): Promise<boolean> {
  let isGenuine = true;
  for (const { tokens, ...report } of reports) {
    const candidates = tokens.flatMap((text) => [text, ...returnPaths.tokensIn(text)]).filter((text) => text !== '');
    const token = candidates.map((text) => returnPaths.open(text)).find((opened) => opened !== undefined);
    if (!token && candidates.some((text) => isTokenLike(returnPaths, text))) isGenuine = false;
    if (token?.list === recipients.list) await recordReport(dataSource, { ...report, token }, recipients);
  }
  return isGenuine;
}

const isTokenLike = (returnPaths: ReturnPaths, text: string) =>
  /^[a-z2-7]{40,60}$/i.test(text) || returnPaths.tokensIn(text).length > 0;

async function recordReport(
  dataSource: DataSource,
  { token, ...report }: Omit<MailReport, 'tokens'> & { token: ReturnToken },
  recipients: ReportedRecipients,
): Promise<void> {
  const reason = storedReason(report.reason);
  const kind = await dataSource.transaction(async (manager) => {
    const decided = await kindOf(manager, token.recipientId, report);
    const [isNew] = await manager.query<unknown[]>(
      `INSERT INTO mail_reports (recipient_id, mail_tag, kind, reason) VALUES ($1, $2, $3, $4)
       ON CONFLICT DO NOTHING RETURNING kind`,
      [token.recipientId, token.mailTag, decided, reason],
    );
    if (!isNew) return undefined;
    await recipients.apply(manager, { ...token, kind: decided, reason });
    return decided;
  });
  if (kind) reportCounter.inc({ kind: token.list, outcome: kind });
}

async function kindOf(
  manager: EntityManager,
  recipientId: string,
  { kind, reason, isPermanent }: Omit<MailReport, 'tokens'>,
): Promise<ReportKind> {
  if (kind !== 'bounce') return kind;
  const cause = classifyRejection(reason);
  if (cause === 'address' || (cause === 'unclear' && isPermanent))
    return (await isImplausible(manager)) ? 'refused' : 'bounce';
  if (cause === 'setup' || cause === 'mail') return 'refused';
  return (await hasRepeated(manager, recipientId)) ? 'bounce' : 'refused';
}

/** @returns whether this is at least the third refusal in three days or more */
async function hasRepeated(manager: EntityManager, recipientId: string): Promise<boolean> {
  const [row] = await manager.query<[{ repeated: boolean | null }]>(
    `SELECT count(*) >= ${minRefusals - 1} AND min(reported_at) < now() - interval '${minDays} days' AS repeated
     FROM mail_reports WHERE recipient_id = $1 AND kind = 'refused'`,
    [recipientId],
  );
  return row.repeated === true;
}

interface Recent {
  accepted: number;
  bounced: number;
  complained: number;
}

const today = `(now() AT TIME ZONE 'UTC')::date`;

/** Counts since yesterday 0:00 UTC. */
async function countRecent(database: Pick<EntityManager, 'query'>): Promise<Recent> {
  const [row] = await database.query<[Recent]>(
    `SELECT coalesce((SELECT sum(accepted) FROM mail_days WHERE day >= ${today} - 1), 0)::integer AS accepted,
       count(DISTINCT recipient_id) FILTER (WHERE kind = 'bounce')::integer AS bounced,
       count(DISTINCT recipient_id) FILTER (WHERE kind = 'complaint')::integer AS complained
     FROM mail_reports WHERE reported_at >= (${today} - 1)::timestamp AT TIME ZONE 'UTC'`,
  );
  return row;
}

async function isImplausible(manager: EntityManager): Promise<boolean> {
  const { accepted, bounced } = await countRecent(manager);
  return bounced >= minImplausibleBounces && bounced > accepted / 2;
}

/** Adds a list's recent mails to /metrics. */
export const measureReports = measureAtScrape(
  {
    mail_recent: {
      help: 'Mails accepted, bounced and complained about since yesterday 0:00 UTC, by list (kind)',
      labelNames: ['kind', 'outcome'],
    },
  },
  async ({ dataSource, list }: { dataSource: DataSource; list: MailList }) => ({
    mail_recent: Object.entries<number>({ ...(await countRecent(dataSource)) }).map(([outcome, count]) => [
      { kind: list, outcome },
      count,
    ]),
  }),
);
