import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A single-use code that replaces a lost factor. */
@Entity('recovery_codes')
export class RecoveryCode {
  @PrimaryColumn('text') codeHash!: string;
  @Column('uuid') personId!: string;
  @Column({ type: 'timestamptz', precision: 3 }) createdAt!: Date;
  @Column({ type: 'timestamptz', precision: 3, nullable: true }) usedAt!: Date | null;
}
