/** Disagreements between the NWWS-OI feed and the list. */
import type { DataSource } from 'typeorm';

export interface Contradiction {
  name: string;
  /** Missing from the list, less dangerous or smaller there, or listed after the feed ended it. */
  kind: 'missing' | 'lower' | 'still_listed';
  isNew: boolean;
}

export const contradictionKinds: readonly Contradiction['kind'][] = ['missing', 'lower', 'still_listed'];

/** The list normally lags by a minute or so. */
const toleratedMs = 2 * 60_000;

interface Row {
  name: string;
  alarmed_at: Date | null;
}

/**
 * Events on which feed and list disagree for more than two minutes; each is new once.
 * @param listed the events on the list, without the year
 * @param readAt when the list was last read, milliseconds since 1970 UTC by the upstream clock
 */
export async function contradictions(
  dataSource: DataSource,
  listed: ReadonlySet<string>,
  readAt: number,
): Promise<Contradiction[]> {
  const before = new Date(readAt - toleratedMs);
  return dataSource.transaction(async (manager) => {
    const activeRows = await manager.query<Row[]>(
      `SELECT name, max(alarmed_at) AS alarmed_at FROM nwws_alerts
       WHERE state = 'standing' AND received_at < $1 AND (ends IS NULL OR ends > $2) GROUP BY name`,
      [before, new Date(readAt)],
    );
    const ended = await manager.query<Row[]>(
      'SELECT name, alarmed_at FROM nwws_endings WHERE over_at < $1 AND name = ANY($2)',
      [before, [...listed]],
    );
    const now = new Date(readAt);
    const names = (rows: readonly Row[]) => rows.map(({ name }) => name);
    await manager.query(
      `UPDATE nwws_alerts SET alarmed_at = $2 WHERE name = ANY($1) AND state = 'standing' AND alarmed_at IS NULL`,
      [names(activeRows), now],
    );
    await manager.query('UPDATE nwws_endings SET alarmed_at = $2 WHERE name = ANY($1) AND alarmed_at IS NULL', [
      names(ended),
      now,
    ]);
    return [
      ...activeRows.map(({ name, alarmed_at: rung }): Contradiction => {
        return { name, kind: listed.has(name) ? 'lower' : 'missing', isNew: rung === null };
      }),
      ...ended.map(({ name, alarmed_at: rung }): Contradiction => ({
        name,
        kind: 'still_listed',
        isNew: rung === null,
      })),
    ];
  });
}
