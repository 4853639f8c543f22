import { newId } from '@site/platform/base/ids';
import { Column, CreateDateColumn, DeleteDateColumn, PrimaryColumn, UpdateDateColumn } from 'typeorm';

/** Columns common to every kind of content. */
export abstract class ContentRow {
  @PrimaryColumn('uuid') id: string = newId();
  @CreateDateColumn({ type: 'timestamptz', precision: 3 }) createdAt!: Date;
  @UpdateDateColumn({ type: 'timestamptz', precision: 3 }) updatedAt!: Date;
  @DeleteDateColumn({ type: 'timestamptz', precision: 3 }) deletedAt!: Date | null;
  /** Increases with every edit, to detect conflicts. */
  @Column('integer', { default: 1 }) version!: number;
}
