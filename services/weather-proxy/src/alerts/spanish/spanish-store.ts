/** The table of Spanish texts, which also distributes fetches among replicas. */
import { isoDate } from '@site/platform/data/database';
import { Column, Entity, PrimaryColumn, type DataSource, type EntityManager } from 'typeorm';
import type { Rejection } from './spanish-text.js';

/** Without its message, or without Spanish in it: "unreachable", "absent". */
export type SpanishOutcome = 'shown' | 'absent' | 'unreachable' | Rejection;

/** The Spanish text of a message, fetched once for all replicas. */
@Entity('alert_spanish_texts')
export class SpanishTextRow {
  @PrimaryColumn('text') alertId!: string;
  /** Empty while a replica fetches it. */
  @Column('text') outcome!: SpanishOutcome | '';
  @Column('text', { nullable: true }) text!: string | null;
  @Column('integer') attempts!: number;
  /** By the database's clock. */
  @Column('timestamptz', { transformer: isoDate }) attemptedAt!: string;
}

export const maxAttempts = 3;
/** Longer than a fetch. */
export const retrySeconds = 30;

/**
 * Returns the messages that this replica may fetch now, each with its number of attempts, and those with an outcome.
 * @param limit to fetch now
 */
export async function claim(
  dataSource: DataSource,
  ids: readonly string[],
  limit: number,
): Promise<{ claimed: Map<string, number>; settled: string[] }> {
  const settled = await dataSource.query<{ alert_id: string }[]>(
    `SELECT alert_id FROM alert_spanish_texts WHERE alert_id = ANY($1) AND outcome <> ''`,
    [ids],
  );
  const done = new Set(settled.map(({ alert_id: id }) => id));
  const open = ids.filter((id) => !done.has(id)).slice(0, limit);
  const claimed = await dataSource.query<{ alert_id: string; attempts: number }[]>(
    `INSERT INTO alert_spanish_texts AS known (alert_id, outcome, attempts, attempted_at)
     SELECT id, '', 1, clock_timestamp() FROM unnest($1::text[]) AS id
     ON CONFLICT (alert_id) DO UPDATE SET attempts = known.attempts + 1, attempted_at = clock_timestamp()
       WHERE known.outcome = '' AND known.attempts < $2
         AND known.attempted_at <= clock_timestamp() - $3 * interval '1 second'
     RETURNING alert_id, attempts`,
    [open, maxAttempts, retrySeconds],
  );
  return { claimed: new Map(claimed.map(({ alert_id: id, attempts }) => [id, attempts])), settled: [...done] };
}

/** Records the end of a fetch; `text` is null unless the outcome is "shown". */
export const saveOutcome = (manager: EntityManager, id: string, outcome: SpanishOutcome, text: string | null) =>
  manager.query('UPDATE alert_spanish_texts SET outcome = $2, text = $3 WHERE alert_id = $1', [id, outcome, text]);

/** Returns the Spanish texts of messages, by id. */
export async function findSpanishAlertText(
  manager: EntityManager,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const rows = await manager.query<{ alert_id: string; text: string }[]>(
    'SELECT alert_id, text FROM alert_spanish_texts WHERE alert_id = ANY($1) AND text IS NOT NULL',
    [ids],
  );
  return new Map(rows.map(({ alert_id: id, text }) => [id, text]));
}
