/** Visitors' photos ("snapshots"): their rows, lists and responses. */
import { time } from '@site/platform/data/database';
import { isId, newId } from '@site/platform/base/ids';
import { StoredImage, toImageMessage, type ImageView } from '@site/platform/lifecycle/images';
import type { PublicSnapshot, Snapshot as SnapshotMessage } from '@site/proto/gen/nest/submissions/v1/snapshots';
import { notFound } from '@site/proto/grpc';
import {
  Check,
  Column,
  Entity,
  JoinColumn,
  ManyToOne,
  PrimaryColumn,
  type EntityManager,
  type SelectQueryBuilder,
} from 'typeorm';

/** A visitor's photo, from upload to decision. */
@Entity('snapshots')
@Check('snapshots_status', `status IN ('pending', 'approved', 'rejected')`)
@Check('snapshots_decided', `(status = 'pending') = (decided_at IS NULL)`)
export class Snapshot {
  @PrimaryColumn('uuid') id: string = newId();
  @Column('text') firstName!: string;
  @Column('text') lastName!: string;
  /** Private: moderators only. */
  @Column('text') email!: string;
  @Column('text') location!: string;
  @Column('text', { default: '' }) comment!: string;
  @Column('text', { default: 'pending' }) status!: 'pending' | 'approved' | 'rejected';
  @Column('text', { nullable: true }) rejectReason!: string | null;
  /** When the sender agreed to the terms of this version. */
  @Column({ ...time, default: () => 'now()' }) consentAt!: string;
  @Column('text') termsVersion!: string;
  @Column('uuid') imageId!: string;
  @ManyToOne(() => StoredImage)
  @JoinColumn({ name: 'image_id', foreignKeyConstraintName: 'snapshots_image' })
  picture!: StoredImage;
  /** Earlier snapshots that look the same. */
  @Column('uuid', { array: true, default: [] }) duplicateOf!: string[];
  @Column({ ...time, default: () => 'now()' }) createdAt!: string;
  @Column({ ...time, nullable: true }) decidedAt!: string | null;
  /** Null if rejected automatically, or decided before this was recorded. */
  @Column('uuid', { nullable: true }) decidedBy!: string | null;
  @Column('text', { default: '' }) decidedByName!: string;
  /** Can be restored for 30 days. Rejection sets it too. */
  @Column({ ...time, nullable: true }) deletedAt!: string | null;
}

export type PublicSnapshotRow = Pick<
  Snapshot,
  'id' | 'firstName' | 'lastName' | 'location' | 'comment' | 'decidedAt'
> & {
  picture: ImageView;
};

/** Omits the address and everything else that only moderators may see. */
export function publicSnapshot(snapshot: PublicSnapshotRow): PublicSnapshot {
  const { id, firstName, lastName, location, comment, picture, decidedAt } = snapshot;
  return { id, firstName, lastName, location, comment, picture: toImageMessage(picture), approvedAt: decidedAt ?? '' };
}

export function snapshotMessage(snapshot: Snapshot): SnapshotMessage {
  const { id, firstName, lastName, email, location, comment, status, createdAt, picture, duplicateOf } = snapshot;
  return {
    id,
    firstName,
    lastName,
    email,
    location,
    comment,
    status,
    createdAt,
    picture: toImageMessage(picture, duplicateOf),
    decidedAt: snapshot.decidedAt ?? undefined,
    rejectReason: snapshot.rejectReason ?? undefined,
    decidedByName: snapshot.decidedByName || undefined,
  };
}

const joinImage = (manager: EntityManager, imageCondition?: string): SelectQueryBuilder<Snapshot> =>
  manager.createQueryBuilder(Snapshot, 'snapshot').innerJoinAndSelect('snapshot.picture', 'picture', imageCondition);

const inState = (manager: EntityManager, state: 'approved' | 'pending', imageCondition?: string) =>
  joinImage(manager, imageCondition).where(`snapshot.status = '${state}' AND snapshot.deletedAt IS NULL`);

/** Approved snapshots whose picture is ready: the public never sees a missing photo. */
export const selectPublicSnapshots = (manager: EntityManager) =>
  inState(manager, 'approved', `picture.state = 'ready'`);

export const snapshotLists = {
  approved: { by: 'decidedAt', rows: (manager: EntityManager) => inState(manager, 'approved') },
  pending: { by: 'createdAt', rows: (manager: EntityManager) => inState(manager, 'pending') },
  decided: {
    by: 'decidedAt',
    rows: (manager: EntityManager) => joinImage(manager).where(`snapshot.status <> 'pending'`),
  },
} as const;

const maxSenderSnapshots = 10;

/** Returns the latest other photos from a photo's address, and how many of them are in each state. @throws NOT_FOUND */
export async function senderHistory(manager: EntityManager, id: string) {
  const { email } = await findSnapshot(manager, id);
  const isTheirs = 'lower(snapshot.email) = lower(:email) AND snapshot.id <> :id';
  const snapshots = await joinImage(manager)
    .where(isTheirs, { email, id })
    .orderBy('snapshot.createdAt', 'DESC')
    .limit(maxSenderSnapshots)
    .getMany();
  const counts = await manager
    .createQueryBuilder(Snapshot, 'snapshot')
    .select('snapshot.status', 'status')
    .addSelect('count(*)::integer', 'count')
    .where(isTheirs, { email, id })
    .groupBy('snapshot.status')
    .getRawMany<{ status: Snapshot['status']; count: number }>();
  const count = (countedStatus: Snapshot['status']) =>
    counts.find(({ status }) => status === countedStatus)?.count ?? 0;
  return { snapshots, approved: count('approved'), rejected: count('rejected'), pending: count('pending') };
}

/** Finds a snapshot in any state. @throws NOT_FOUND */
export async function findSnapshot(manager: EntityManager, id: string): Promise<Snapshot> {
  const snapshot = isId(id) ? await manager.findOne(Snapshot, { where: { id }, relations: { picture: true } }) : null;
  if (!snapshot) throw unknownSnapshot();
  return snapshot;
}

export const unknownSnapshot = () => notFound('This snapshot does not exist.');
