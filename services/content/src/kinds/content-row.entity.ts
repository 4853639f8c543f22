import { newId } from '@site/platform/base/ids';
import { Column, CreateDateColumn, DeleteDateColumn, PrimaryColumn, UpdateDateColumn } from 'typeorm';

/** What every kind of content has beside its own columns. */
export abstract class ContentRow {
  @PrimaryColumn('uuid') id: string = newId();
  @CreateDateColumn({ type: 'timestamptz', precision: 3 }) createdAt!: Date;
  @UpdateDateColumn({ type: 'timestamptz', precision: 3 }) updatedAt!: Date;
  @DeleteDateColumn({ type: 'timestamptz', precision: 3 }) deletedAt!: Date | null;
  /** Counts the edits, so that an editor who saw an older version is told. */
  @Column('integer', { default: 1 }) version!: number;
}
