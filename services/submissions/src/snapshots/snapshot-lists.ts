import { isId } from '@site/platform/base/ids';
import { notFound } from '@site/proto/grpc';
import type { EntityManager, SelectQueryBuilder } from 'typeorm';
import { Snapshot } from './snapshot.entity.js';

const inState = (
  manager: EntityManager,
  state: 'approved' | 'pending',
  picture?: string,
): SelectQueryBuilder<Snapshot> =>
  manager
    .createQueryBuilder(Snapshot, 'snapshot')
    .innerJoinAndSelect('snapshot.picture', 'picture', picture)
    .where(`snapshot.status = '${state}' AND snapshot.deletedAt IS NULL`);

/** Selects approved snapshots whose picture is ready; the public never sees a missing photo. */
export const shownSnapshots = (manager: EntityManager) => inState(manager, 'approved', `picture.state = 'ready'`);

export const snapshotLists = {
  approved: { by: 'decidedAt', rows: (manager: EntityManager) => inState(manager, 'approved') },
  pending: { by: 'createdAt', rows: (manager: EntityManager) => inState(manager, 'pending') },
} as const;

/** Returns the snapshot with its picture, in any state. @throws NOT_FOUND */
export async function findSnapshot(manager: EntityManager, id: string): Promise<Snapshot> {
  const snapshot = isId(id) ? await manager.findOne(Snapshot, { where: { id }, relations: { picture: true } }) : null;
  if (!snapshot) throw unknownSnapshot();
  return snapshot;
}

export const unknownSnapshot = () => notFound('This snapshot does not exist.');
