import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { Role } from '../people/person.entity.js';

/** A sign-in of one user, until it expires or is revoked. Kept for 30 days after that. */
@Entity('sessions')
export class Session {
  /** `sessionKey` of the token's sid, so that a copy of this table can't be used to sign in. */
  @PrimaryColumn('text') sidHash!: string;
  @Column('uuid') personId!: string;
  /** The role at sign-in, for the session list. Permissions are decided by the user's row in `people`. */
  @Column('text') role!: Role;
  @Column({ type: 'timestamptz', precision: 3 }) createdAt!: Date;
  /** To the minute. */
  @Column({ type: 'timestamptz', precision: 3 }) lastSeenAt!: Date;
  /** When the user last authenticated; null in old rows, which means `createdAt`. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true }) authenticatedAt!: Date | null;
  @Column({ type: 'timestamptz', precision: 3 }) expiresAt!: Date;
  @Column({ type: 'timestamptz', precision: 3, nullable: true }) revokedAt!: Date | null;
  @Column('text') clientAddress!: string;
  /** `networkOf` the address, to recognize networks this user has signed in from before. */
  @Column('text') clientNetwork!: string;
  @Column('text') userAgent!: string;
}
