import type { Logger } from '@site/platform/base/tokens';
import { busy } from '../failures.js';

/** Lists that several services keep separately and the dashboard shows as one. */

export interface KeeperAnswers<Keeper extends string, Answer> {
  answers: { keeper: Keeper; answer: Answer }[];
  missing: Keeper[];
}

/**
 * Calls all keepers in parallel. Failed keepers are listed in `missing`.
 * @throws 503 if all of them fail
 */
export async function askKeepers<Keeper extends string, Answer>(
  keepers: readonly Keeper[],
  ask: (keeper: Keeper) => Promise<Answer>,
  logger: Logger,
): Promise<KeeperAnswers<Keeper, Answer>> {
  const outcomes = await Promise.allSettled(keepers.map((keeper) => ask(keeper)));
  const result: KeeperAnswers<Keeper, Answer> = { answers: [], missing: [] };
  keepers.forEach((keeper, index) => {
    const outcome = outcomes[index];
    if (outcome?.status === 'fulfilled') return result.answers.push({ keeper, answer: outcome.value });
    logger.warn({ err: outcome?.reason as unknown, keeper }, 'a merged list is missing a service');
    return result.missing.push(keeper);
  });
  if (result.answers.length === 0) throw busy();
  return result;
}

interface KeeperPage<Row> {
  rows: Row[];
  nextCursor?: string | undefined;
}

/**
 * Merges pages into the first `limit` rows. Each page must start after the same position and contain `limit` rows or
 * all that remain. Positions mean the same for every keeper.
 */
export function mergePages<Row>(
  pages: KeeperPage<Row>[],
  limit: number,
  isBefore: (row: Row, other: Row) => boolean,
  cursorAfter: (row: Row) => string,
): { rows: Row[]; nextCursor: string | null } {
  const all = pages.flatMap(({ rows }) => rows).sort((row, other) => (isBefore(row, other) ? -1 : 1));
  const rows = all.slice(0, limit);
  const last = rows.at(-1);
  const more = all.length > limit || pages.some(({ nextCursor }) => nextCursor);
  return { rows, nextCursor: more && last ? cursorAfter(last) : null };
}
