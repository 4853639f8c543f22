import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { Role } from '../people/person.entity.js';

/** One sign-in of one person, until it expires or is revoked. Kept for 30 days after that. */
@Entity('sessions')
export class Session {
  /** `sessionKey` of the token's sid, so that nobody can use a copy of this table to sign in. */
  @PrimaryColumn('text') sidHash!: string;
  @Column('uuid') personId!: string;
  /** The role at sign-in, for the session list. What a person may do is decided by their row in `people`. */
  @Column('text') role!: Role;
  @Column({ type: 'timestamptz', precision: 3 }) createdAt!: Date;
  /** To the minute. */
  @Column({ type: 'timestamptz', precision: 3 }) lastSeenAt!: Date;
  /** When the person last proved who they are; null in old rows, which stands for `createdAt`. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true }) authenticatedAt!: Date | null;
  @Column({ type: 'timestamptz', precision: 3 }) expiresAt!: Date;
  @Column({ type: 'timestamptz', precision: 3, nullable: true }) revokedAt!: Date | null;
  @Column('text') clientAddress!: string;
  /** `networkOf` the address, to know where this person has signed in before. */
  @Column('text') clientNetwork!: string;
  @Column('text') userAgent!: string;
}
