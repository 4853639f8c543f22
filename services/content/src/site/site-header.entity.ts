import { newId } from '@site/platform/ids';
import { Column, CreateDateColumn, DeleteDateColumn, Entity, PrimaryColumn, UpdateDateColumn } from 'typeorm';

/** The text that scrolls in the top bar. A partial unique index lets only one exist that is not deleted. */
@Entity('site_headers')
export class SiteHeader {
  @PrimaryColumn('uuid') id: string = newId();
  @Column('text') header!: string;
  @CreateDateColumn({ type: 'timestamptz', precision: 3 }) createdAt!: Date;
  @UpdateDateColumn({ type: 'timestamptz', precision: 3 }) updatedAt!: Date;
  @DeleteDateColumn({ type: 'timestamptz', precision: 3 }) deletedAt!: Date | null;
  /** Counts the edits: whoever edits an older one than this is told so. */
  @Column('integer', { default: 1 }) version!: number;
}
