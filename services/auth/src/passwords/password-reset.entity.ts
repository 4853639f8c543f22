import { newId } from '@site/platform/ids';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * One request for a code, for a known address or an unknown one, and what became of it: a code is mailed, exchanged for a
 * token, and the token for a new password. Code and token are kept as hashes, each serves once. Forgotten after a day.
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
  /** Null before the mail is made, and after the code was used. */
  @Column('text', { nullable: true }) codeHash!: string | null;
  @Column({ type: 'timestamptz', precision: 3, nullable: true }) codeExpiresAt!: Date | null;
  /** Codes tried from the network that asked, and from all others: a stranger's wrong codes are not the owner's. */
  @Column('smallint', { default: 0 }) triesHere!: number;
  @Column('smallint', { default: 0 }) triesElsewhere!: number;
  @Column('text', { nullable: true }) tokenHash!: string | null;
  @Column({ type: 'timestamptz', precision: 3, nullable: true }) tokenExpiresAt!: Date | null;
  /** The password was reset, or changed in another way. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true }) endedAt!: Date | null;
}
