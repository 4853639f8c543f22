import { newId } from '@site/platform/base/ids';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A password check, finished or in progress. Kept for a day, only for the limits. */
@Entity('sign_in_attempts')
export class SignInAttempt {
  @PrimaryColumn('uuid') id: string = newId();
  /** A hash, because users sometimes type their password here. Unknown addresses count like known ones. */
  @Column('text') accountHash!: string;
  @Column('text') clientNetwork!: string;
  @Column('text') addressKey!: string;
  @Column({ type: 'timestamptz', precision: 3 }) at!: Date;
  /** True from the start: an unfinished check counts as a failure. Cleared by a success from the network. */
  @Column('boolean') failed!: boolean;
}
