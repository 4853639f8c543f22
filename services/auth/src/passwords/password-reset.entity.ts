import { newId } from '@site/platform/base/ids';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * A request for a reset code, whether or not the address is known, and what became of it: the code is mailed and exchanged for
 * a token, the token for a new password. Both are kept as hashes and work once. The row is deleted after a day.
 */
@Entity('password_resets')
export class PasswordReset {
  @PrimaryColumn('uuid') id: string = newId();
  @Column('text') accountHash!: string;
  /** Null when the address belongs to nobody. */
  @Column('uuid', { nullable: true }) personId!: string | null;
  /** Where the code was asked for. */
  @Column('text') clientNetwork!: string;
  @Column('text') addressKey!: string;
  @Column({ type: 'timestamptz', precision: 3 }) requestedAt!: Date;
  /** Null before the mail is composed, and after the code was used. */
  @Column('text', { nullable: true }) codeHash!: string | null;
  @Column({ type: 'timestamptz', precision: 3, nullable: true }) codeExpiresAt!: Date | null;
  /** Attempts from the network that asked, and from all others: a stranger's must not use up the owner's. */
  @Column('smallint', { default: 0 }) triesHere!: number;
  @Column('smallint', { default: 0 }) triesElsewhere!: number;
  @Column('text', { nullable: true }) tokenHash!: string | null;
  @Column({ type: 'timestamptz', precision: 3, nullable: true }) tokenExpiresAt!: Date | null;
  /** The password was reset, or changed in another way. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true }) endedAt!: Date | null;
}
