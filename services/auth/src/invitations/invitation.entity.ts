import { newId } from '@site/platform/base/ids';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { Role } from '../people/person.entity.js';

/**
 * An invitation to become a user. The emailed link's token is stored as a hash and works once; the hash stays, so that
 * a second use gets a clear message. At most one per address is open: neither accepted nor revoked.
 */
@Entity('invitations')
export class Invitation {
  @PrimaryColumn('uuid') id: string = newId();
  @Column('text') name!: string;
  /** In canonical form (`emailKey`). */
  @Column('text') email!: string;
  @Column('text') role!: Role;
  @Column('uuid') invitedBy!: string;
  @Column('text') inviterName!: string;
  @Column({ type: 'timestamptz', precision: 3 }) createdAt!: Date;
  @Column('smallint') validDays!: number;
  /** When the last email was requested. */
  @Column({ type: 'timestamptz', precision: 3 }) requestedAt!: Date;
  @Column({ type: 'timestamptz', precision: 3 }) expiresAt!: Date;
  /** Null until the email is composed. */
  @Column('text', { nullable: true }) tokenHash!: string | null;
  @Column({ type: 'timestamptz', precision: 3, nullable: true }) acceptedAt!: Date | null;
  @Column({ type: 'timestamptz', precision: 3, nullable: true }) revokedAt!: Date | null;
}
