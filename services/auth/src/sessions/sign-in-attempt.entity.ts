import { newId } from '@site/platform/base/ids';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A password check, finished or in progress. Kept for a day, only for the limits. */
@Entity('sign_in_attempts')
export class SignInAttempt {
  @PrimaryColumn('uuid') id: string = newId();
  /**
   * A hash, because users sometimes type their password into the address field. Unknown addresses count like known
   * ones.
   */
  @Column('text') accountHash!: string;
  @Column('text') clientNetwork!: string;
  @Column('text') addressKey!: string;
  @Column({ type: 'timestamptz', precision: 3 }) at!: Date;
  /**
   * True from the start, so that a check that never finishes counts as a failure. A success clears it for account and
   * network.
   */
  @Column('boolean') failed!: boolean;
}
