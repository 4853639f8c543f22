import { Inject, Injectable } from '@nestjs/common';
import { audit } from '@site/platform/audit';
import { announce } from '@site/platform/changes';
import { isId } from '@site/platform/ids';
import { type ObjectStore } from '@site/platform/object-store';
import { Picture } from '@site/platform/pictures';
import { LOGGER, OBJECT_STORE, type Logger } from '@site/platform/tokens';
import { conflict, forbidden, notFound, unavailable, type Caller } from '@site/proto/grpc';
import { DataSource, IsNull, Not, type EntityManager, type QueryDeepPartialEntity } from 'typeorm';
import { addOutcomeMail } from '../mail/outcome-mail.js';
import { addPlacePictureJob } from '../pictures/place-picture.job.js';
import { publishObjects } from '../pictures/publish-objects.js';
import { Snapshot, snapshotLabel } from './snapshot.entity.js';

const now = () => 'now()';

/**
 * What moderators decide. Each decision is one UPDATE that names the state it starts from, so of any number at once exactly
 * one wins; its audit row, its notice and its jobs are in the same transaction. Deciding the same again answers the same
 * and does nothing; a contradicting decision is a conflict.
 */
@Injectable()
export class SnapshotDecisions {
  constructor(
    @Inject(DataSource) private readonly dataSource: DataSource,
    @Inject(OBJECT_STORE) private readonly store: ObjectStore,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async approve(id: string, caller: Caller): Promise<Snapshot> {
    const pending = await this.find(id);
    if (pending.status !== 'pending' || pending.deletedAt) return asApproved(pending);
    if (pending.picture.state !== 'ready') {
      throw conflict('The photo is still being prepared. Please try again in a moment.');
    }
    const { dataSource, store, logger } = this;
    // Objects first, row second: whoever reads the row finds the photo.
    const copied = await publishObjects({ dataSource, store, logger }, pending.picture);
    if (copied && (await this.publish(pending, caller))) return this.find(id);
    const decided = await this.find(id);
    // Someone rejected or deleted it meanwhile, or not everything was copied: what was must not stay.
    if (!decided.picture.published) await addPlacePictureJob(this.dataSource.manager, decided.pictureId);
    if (decided.status === 'pending' && !decided.deletedAt) {
      throw unavailable('The photo store does not answer. Please try again in a moment.');
    }
    return asApproved(decided);
  }

  /** Flips the row; false when someone else was faster. */
  private publish(pending: Snapshot, caller: Caller): Promise<boolean> {
    const { id, pictureId } = pending;
    return this.dataSource.transaction(async (manager) => {
      const { affected } = await manager.update(
        Snapshot,
        { id, status: 'pending', deletedAt: IsNull() },
        { status: 'approved', decidedAt: now },
      );
      if (!affected) return false;
      await manager.update(Picture, { id: pictureId }, { published: true });
      await addPlacePictureJob(manager, pictureId);
      await addOutcomeMail(manager, { type: 'snapshot', id });
      await audit(manager, caller, 'snapshot.approve', id, snapshotLabel(pending));
      await announce(manager, 'snapshots', id);
      return true;
    });
  }

  async reject(id: string, reason: string | undefined, caller: Caller): Promise<Snapshot> {
    if (!isId(id)) throw unknown();
    await this.dataSource.transaction(async (manager) => {
      const rejected = await change(manager, `id = :id AND status = 'pending' AND deleted_at IS NULL`, id, {
        status: 'rejected',
        rejectReason: reason ? reason : null,
        decidedAt: now,
        deletedAt: now,
      });
      if (!rejected) return;
      await addPlacePictureJob(manager, rejected.pictureId);
      await addOutcomeMail(manager, { type: 'snapshot', id });
      await audit(manager, caller, 'snapshot.reject', id, snapshotLabel(rejected));
    });
    const snapshot = await this.find(id);
    if (snapshot.status === 'rejected') return snapshot;
    if (snapshot.deletedAt) throw unknown();
    throw conflict('This snapshot was already approved.');
  }

  async delete(id: string, caller: Caller): Promise<void> {
    if (caller.role !== 'admin') throw forbidden('Only an admin can delete snapshots.');
    if (!isId(id)) throw unknown();
    await this.dataSource.transaction(async (manager) => {
      const deleted = await change(manager, 'id = :id AND deleted_at IS NULL', id, { deletedAt: now });
      if (!deleted) {
        if (await manager.existsBy(Snapshot, { id, deletedAt: Not(IsNull()) })) return;
        throw unknown();
      }
      const { pictureId } = deleted;
      // Only where it changes something: a row that the worker is about to finish is then not waited for.
      await manager.update(Picture, { id: pictureId, published: true }, { published: false });
      await addPlacePictureJob(manager, pictureId);
      await audit(manager, caller, 'snapshot.delete', id, snapshotLabel(deleted));
      await announce(manager, 'snapshots', id);
    });
  }

  private async find(id: string): Promise<Snapshot> {
    const snapshot = isId(id)
      ? await this.dataSource.manager.findOne(Snapshot, { where: { id }, relations: { picture: true } })
      : null;
    if (!snapshot) throw unknown();
    return snapshot;
  }
}

const unknown = () => notFound('This snapshot does not exist.');

/** The answer to "approve this" for a snapshot that is decided. */
function asApproved(snapshot: Snapshot): Snapshot {
  if (snapshot.status === 'rejected') throw conflict('This snapshot was already rejected.');
  if (snapshot.deletedAt) throw unknown();
  return snapshot;
}

type Changed = Pick<Snapshot, 'pictureId' | 'firstName' | 'lastName'>;

/** Changes the snapshot if it is in the state that `where` names; returns what it is, or undefined if it is not. */
async function change(
  manager: EntityManager,
  where: string,
  id: string,
  values: QueryDeepPartialEntity<Snapshot>,
): Promise<Changed | undefined> {
  const result = await manager
    .createQueryBuilder()
    .update(Snapshot)
    .set(values)
    .where(where, { id })
    .returning('picture_id AS "pictureId", first_name AS "firstName", last_name AS "lastName"')
    .execute();
  return (result.raw as Changed[])[0];
}
