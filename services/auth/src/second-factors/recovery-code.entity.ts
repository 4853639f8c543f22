import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A code that stands in for a lost factor, once. */
@Entity('recovery_codes')
export class RecoveryCode {
  @PrimaryColumn('text') codeHash!: string;
  @Column('uuid') personId!: string;
  @Column({ type: 'timestamptz', precision: 3 }) createdAt!: Date;
  @Column({ type: 'timestamptz', precision: 3, nullable: true }) usedAt!: Date | null;
}
