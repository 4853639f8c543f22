/** Calls several services and merges their lists, for lists that the dashboard shows as one. */
import { status, type ServiceError } from '@grpc/grpc-js';
import type { Logger } from '@site/platform/base/injection-tokens';
import { busy, missing } from '../http-errors.js';

export interface ServiceResponses<Service extends string, Result> {
  responses: { service: Service; answer: Result }[];
  missing: Service[];
}

/** Calls all services; `missing` lists failed ones. @throws 503 if all of them fail */
export async function callServices<Service extends string, Result>(
  services: readonly Service[],
  call: (service: Service) => Promise<Result>,
  logger: Logger,
): Promise<ServiceResponses<Service, Result>> {
  const outcomes = await Promise.allSettled(services.map((service) => call(service)));
  const result: ServiceResponses<Service, Result> = { responses: [], missing: [] };
  services.forEach((service, index) => {
    const outcome = outcomes[index];
    if (outcome?.status === 'fulfilled') return result.responses.push({ service, answer: outcome.value });
    logger.warn({ err: outcome?.reason as unknown, service }, 'a merged list is missing a service');
    return result.missing.push(service);
  });
  if (result.responses.length === 0) throw busy();
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
export async function callOwner(calls: readonly Promise<unknown>[], message: string): Promise<void> {
  const outcomes = await Promise.allSettled(calls);
  if (outcomes.some((outcome) => outcome.status === 'fulfilled')) return;
  const errors = outcomes.map((outcome) => (outcome as PromiseRejectedResult).reason as ServiceError);
  throw errors.find(({ code }) => code !== status.NOT_FOUND) ?? missing(message);
}
