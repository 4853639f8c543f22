import { isoDate } from '@site/platform/data/database';
import { newId } from '@site/platform/base/ids';
import { Picture, pictureMessage, type ShownPicture } from '@site/platform/lifecycle/pictures';
import type { PublicSnapshot, Snapshot as SnapshotMessage } from '@site/proto/gen/nest/submissions/v1/snapshots';
import { Check, Column, Entity, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';

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
  /** When the sender agreed to the terms, as the form requires; their version follows. */
  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()', transformer: isoDate }) consentAt!: string;
  @Column('text') termsVersion!: string;
  @Column('uuid') pictureId!: string;
  @ManyToOne(() => Picture)
  @JoinColumn({ foreignKeyConstraintName: 'snapshots_picture' })
  picture!: Picture;
  /** Earlier snapshots that look the same, found when the picture was processed. */
  @Column('uuid', { array: true, default: [] }) duplicateOf!: string[];
  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()', transformer: isoDate }) createdAt!: string;
  @Column({ type: 'timestamptz', precision: 3, nullable: true, transformer: isoDate }) decidedAt!: string | null;
  /** Who decided; null if rejected automatically, or if decided before this was recorded. */
  @Column('uuid', { nullable: true }) decidedBy!: string | null;
  @Column('text', { default: '' }) decidedByName!: string;
  /** Deletion time; can be restored for 30 days. Rejection sets it too. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true, transformer: isoDate }) deletedAt!: string | null;
}

export type ShownSnapshot = Pick<Snapshot, 'id' | 'firstName' | 'lastName' | 'location' | 'comment' | 'decidedAt'> & {
  picture: ShownPicture;
};

export function publicSnapshot(snapshot: ShownSnapshot): PublicSnapshot {
  const { id, firstName, lastName, location, comment, picture, decidedAt } = snapshot;
  return { id, firstName, lastName, location, comment, picture: pictureMessage(picture), approvedAt: decidedAt ?? '' };
}

export function snapshotMessage(snapshot: Snapshot): SnapshotMessage {
  const { id, firstName, lastName, email, location, comment, status, createdAt, picture, duplicateOf } = snapshot;
  return {
    ...{ id, firstName, lastName, email, location, comment, status, createdAt },
    picture: pictureMessage(picture, duplicateOf),
    decidedAt: snapshot.decidedAt ?? undefined,
    rejectReason: snapshot.rejectReason ?? undefined,
    decidedByName: snapshot.decidedByName || undefined,
  };
}
