import { newId } from '@site/platform/base/ids';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * A request for a reset code, whether or not the address is known. The emailed code is exchanged for a token, the token
 * for a new password; both are stored as hashes and work once. Deleted after a day.
 */
@Entity('password_resets')
export class PasswordReset {
  @PrimaryColumn('uuid') id: string = newId();
  @Column('text') accountHash!: string;
  /** Null when the address has no account. */
  @Column('uuid', { nullable: true }) personId!: string | null;
  @Column('text') clientNetwork!: string;
  @Column('text') addressKey!: string;
  @Column({ type: 'timestamptz', precision: 3 }) requestedAt!: Date;
  /** Null until the email is composed, and after use. */
  @Column('text', { nullable: true }) codeHash!: string | null;
  @Column({ type: 'timestamptz', precision: 3, nullable: true }) codeExpiresAt!: Date | null;
  /** Attempts from the requesting network and from all others: a stranger's must not use up the owner's. */
  @Column('smallint', { default: 0 }) triesHere!: number;
  @Column('smallint', { default: 0 }) triesElsewhere!: number;
  @Column('text', { nullable: true }) tokenHash!: string | null;
  @Column({ type: 'timestamptz', precision: 3, nullable: true }) tokenExpiresAt!: Date | null;
  /** When the password was reset or changed. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true }) endedAt!: Date | null;
}
