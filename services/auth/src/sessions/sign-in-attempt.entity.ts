import { newId } from '@site/platform/ids';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A password that was checked, or is being checked. Kept for a day, for the limits alone. */
@Entity('sign_in_attempts')
export class SignInAttempt {
  @PrimaryColumn('uuid') id: string = newId();
  /** Hash of the typed address: people type their password there by mistake. Unknown addresses count like known ones. */
  @Column('text') accountHash!: string;
  @Column('text') clientNetwork!: string;
  @Column('text') addressKey!: string;
  @Column({ type: 'timestamptz', precision: 3 }) at!: Date;
  /** True from the start: a check that never ended counts as a failure. A success clears it for its account and network. */
  @Column('boolean') failed!: boolean;
}
