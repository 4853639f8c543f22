/** Calls several services and merges their lists, for lists that the dashboard shows as one. */
import { status, type ServiceError } from '@grpc/grpc-js';
import type { Logger } from '@site/platform/base/tokens';
import { busy, missing } from '../failures.js';

export interface ServiceAnswers<Service extends string, Answer> {
  answers: { service: Service; answer: Answer }[];
  missing: Service[];
}

/** Calls all services; `missing` lists failed ones. @throws 503 if all of them fail */
export async function askServices<Service extends string, Answer>(
  services: readonly Service[],
  ask: (service: Service) => Promise<Answer>,
  logger: Logger,
): Promise<ServiceAnswers<Service, Answer>> {
  const outcomes = await Promise.allSettled(services.map((service) => ask(service)));
  const result: ServiceAnswers<Service, Answer> = { answers: [], missing: [] };
  services.forEach((service, index) => {
    const outcome = outcomes[index];
    if (outcome?.status === 'fulfilled') return result.answers.push({ service, answer: outcome.value });
    logger.warn({ err: outcome?.reason as unknown, keeper: service }, 'a merged list is missing a service');
    return result.missing.push(service);
  });
  if (result.answers.length === 0) throw busy();
  return result;
}

interface ServicePage<Row> {
  rows: Row[];
  nextCursor?: string | undefined;
}

/**
 * Merges pages into the first `limit` rows. Each page must start after the same position and contain `limit` rows or
 * all that remain.
 */
export function mergePages<Row>(
  pages: ServicePage<Row>[],
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

/**
 * Calls all services that may own an item; those that don't return NOT_FOUND.
 * @throws the owner's failure, or 404 with the message if no service owns the item
 */
export async function askOwner(calls: readonly Promise<unknown>[], message: string): Promise<void> {
  const outcomes = await Promise.allSettled(calls);
  if (outcomes.some((outcome) => outcome.status === 'fulfilled')) return;
  const errors = outcomes.map((outcome) => (outcome as PromiseRejectedResult).reason as ServiceError);
  throw errors.find(({ code }) => code !== status.NOT_FOUND) ?? missing(message);
}
