import type { Position } from '@site/platform/keyset';
import type { EntityManager, SelectQueryBuilder } from 'typeorm';
import { holdingWords } from '../lists.js';
import { Snapshot } from './snapshot.entity.js';

/**
 * Approved snapshots with their pictures, newest approval first, in one query.
 * @param which "shown" leaves out those whose picture is still in work: the public sees a photo or nothing
 */
export function approvedSnapshots(manager: EntityManager, which: 'shown' | 'all'): SelectQueryBuilder<Snapshot> {
  return manager
    .createQueryBuilder(Snapshot, 'snapshot')
    .innerJoinAndSelect('snapshot.picture', 'picture', which === 'shown' ? "picture.state = 'ready'" : undefined)
    .where("snapshot.status = 'approved' AND snapshot.deletedAt IS NULL")
    .orderBy('snapshot.decidedAt', 'DESC')
    .addOrderBy('snapshot.id', 'DESC');
}

/** Snapshots that wait for a moderator, newest first. */
export function pendingSnapshots(manager: EntityManager): SelectQueryBuilder<Snapshot> {
  return manager
    .createQueryBuilder(Snapshot, 'snapshot')
    .innerJoinAndSelect('snapshot.picture', 'picture')
    .where("snapshot.status = 'pending' AND snapshot.deletedAt IS NULL")
    .orderBy('snapshot.createdAt', 'DESC')
    .addOrderBy('snapshot.id', 'DESC');
}

/** The snapshots of the list whose sender, address, location or comment holds the words of `q`. */
export const searchedSnapshots = (list: SelectQueryBuilder<Snapshot>, q: string | undefined) =>
  holdingWords(
    list,
    `concat_ws(' ', snapshot.firstName, snapshot.lastName, snapshot.email, snapshot.location, snapshot.comment)`,
    q,
  );

/** The rows after `after` in the list's order, one more than the page holds (see `toPage`). */
export function pageOfSnapshots(
  list: SelectQueryBuilder<Snapshot>,
  orderedBy: 'createdAt' | 'decidedAt',
  limit: number,
  after: Position | undefined,
): Promise<Snapshot[]> {
  if (after) {
    list.andWhere(`(snapshot.${orderedBy}, snapshot.id) < (CAST(:at AS timestamptz), CAST(:id AS uuid))`, { ...after });
  }
  return list.limit(limit + 1).getMany();
}
