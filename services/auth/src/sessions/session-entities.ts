import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { Role } from '../people/person.entity.js';
import { newId } from '@site/platform/base/ids';

/** A sign-in, until it expires or is revoked. Kept for 30 days after that. */
@Entity('sessions')
export class Session {
  /** `sessionKey` of the token's sid: a copy of this table can't be used to sign in. */
  @PrimaryColumn('text') sidHash!: string;
  @Column('uuid') personId!: string;
  /** At sign-in, for the session list. The user's row decides about permissions. */
  @Column('text') role!: Role;
  @Column({ type: 'timestamptz', precision: 3 }) createdAt!: Date;
  /** To the minute. */
  @Column({ type: 'timestamptz', precision: 3 }) lastSeenAt!: Date;
  /** When the user last authenticated. */
  @Column({ type: 'timestamptz', precision: 3 }) authenticatedAt!: Date;
  @Column({ type: 'timestamptz', precision: 3 }) expiresAt!: Date;
  @Column({ type: 'timestamptz', precision: 3, nullable: true }) revokedAt!: Date | null;
  @Column('text') clientAddress!: string;
  /** To recognize networks this user has signed in from. */
  @Column('text') clientNetwork!: string;
  @Column('text') userAgent!: string;
}

/** A sign-in with a correct password that waits for the second factor. */
@Entity('half_sessions')
export class HalfSession {
  /** SHA-256 of the token, which has 256 random bits. */
  @PrimaryColumn('text') tokenHash!: string;
  @Column('uuid') personId!: string;
  /** Whether the user has no factor and must add one. */
  @Column('boolean') enrol!: boolean;
  @Column({ type: 'timestamptz', precision: 3 }) createdAt!: Date;
  @Column({ type: 'timestamptz', precision: 3 }) expiresAt!: Date;
  @Column('smallint', { default: 0 }) tries!: number;
  /** When it was used, used up, or invalidated. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true }) endedAt!: Date | null;
}

/** A password check, finished or in progress. Kept for a day. */
@Entity('sign_in_attempts')
export class SignInAttempt {
  @PrimaryColumn('uuid') id: string = newId();
  /** A hash, because users sometimes type their password here. */
  @Column('text') accountHash!: string;
  @Column('text') clientNetwork!: string;
  @Column('text') addressKey!: string;
  @Column({ type: 'timestamptz', precision: 3 }) at!: Date;
  /** True from the start: an unfinished check counts as a failure. Cleared by a success from the network. */
  @Column('boolean') failed!: boolean;
}
