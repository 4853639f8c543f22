import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A sign-in with a correct password that waits for the second factor. Accepted for that step only. */
@Entity('half_sessions')
export class HalfSession {
  /** SHA-256 of the token, which has 256 random bits. */
  @PrimaryColumn('text') tokenHash!: string;
  @Column('uuid') personId!: string;
  /** Whether the user has no factor and must add one. */
  @Column('boolean') enrol!: boolean;
  @Column({ type: 'timestamptz', precision: 3 }) createdAt!: Date;
  @Column({ type: 'timestamptz', precision: 3 }) expiresAt!: Date;
  /** Wrong attempts so far. */
  @Column('smallint', { default: 0 }) tries!: number;
  /** When it was used, used up, or invalidated by a change of the account. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true }) endedAt!: Date | null;
}
