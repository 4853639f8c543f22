import { newId } from '@site/platform/ids';
import { Column, CreateDateColumn, DeleteDateColumn, Entity, PrimaryColumn, UpdateDateColumn } from 'typeorm';

/** A frequently asked question and its answer. */
@Entity('faqs')
export class Faq {
  @PrimaryColumn('uuid') id: string = newId();
  @Column('text') question!: string;
  @Column('text') answer!: string;
  @CreateDateColumn({ type: 'timestamptz', precision: 3 }) createdAt!: Date;
  @UpdateDateColumn({ type: 'timestamptz', precision: 3 }) updatedAt!: Date;
  @DeleteDateColumn({ type: 'timestamptz', precision: 3 }) deletedAt!: Date | null;
  /** Counts the edits: whoever edits an older one than this is told so. */
  @Column('integer', { default: 1 }) version!: number;
}
