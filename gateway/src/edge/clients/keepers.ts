import type { Logger } from '@site/platform/base/tokens';
import { busy } from '../failures.js';

/** Lists that several services keep each for itself, and that people read as one. */

/** What each keeper answered, and who did not. */
export interface KeeperAnswers<Keeper extends string, Answer> {
  answers: { keeper: Keeper; answer: Answer }[];
  missing: Keeper[];
}

/**
 * Asks all keepers at once. One that is down leaves its part out, and is named.
 * @throws 503 when none answers
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
    logger.warn({ err: outcome?.reason as unknown, keeper }, 'a list is without the part of a service');
    return result.missing.push(keeper);
  });
  if (result.answers.length === 0) throw busy();
  return result;
}

/** A page of one keeper, in the common order. */
interface KeeperPage<Row> {
  rows: Row[];
  nextCursor?: string | undefined;
}

/**
 * The first `limit` rows of all pages together, each of which begins after the same position and holds `limit` rows or all
 * that are left. Positions mean the same to every keeper, so the cursor after the merged page serves them all.
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
