import { newId } from '@site/platform/ids';
import { Column, CreateDateColumn, DeleteDateColumn, Entity, PrimaryColumn, UpdateDateColumn } from 'typeorm';

/** The logo of the site. A partial unique index lets only one exist that is not deleted. */
@Entity('site_logos')
export class SiteLogo {
  @PrimaryColumn('uuid') id: string = newId();
  /** A row of `pictures`. */
  @Column('uuid') pictureId!: string;
  @CreateDateColumn({ type: 'timestamptz', precision: 3 }) createdAt!: Date;
  @UpdateDateColumn({ type: 'timestamptz', precision: 3 }) updatedAt!: Date;
  @DeleteDateColumn({ type: 'timestamptz', precision: 3 }) deletedAt!: Date | null;
  /** Counts the edits: whoever edits an older one than this is told so. */
  @Column('integer', { default: 1 }) version!: number;
}
