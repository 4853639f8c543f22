import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A sign-in whose password was right and that waits for the second factor. It opens nothing but that step. */
@Entity('half_sessions')
export class HalfSession {
  /** SHA-256 of the token, which has 256 random bits. */
  @PrimaryColumn('text') tokenHash!: string;
  @Column('uuid') personId!: string;
  /** Whether the person has no factor and must add one. */
  @Column('boolean') enrol!: boolean;
  @Column({ type: 'timestamptz', precision: 3 }) createdAt!: Date;
  @Column({ type: 'timestamptz', precision: 3 }) expiresAt!: Date;
  /** Wrong answers so far. */
  @Column('smallint', { default: 0 }) tries!: number;
  /** Used, used up, or overtaken by a change of the account. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true }) endedAt!: Date | null;
}
