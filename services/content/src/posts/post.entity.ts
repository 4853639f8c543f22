import { Column, CreateDateColumn, DeleteDateColumn, Entity, PrimaryColumn, UpdateDateColumn } from 'typeorm';
import { newId } from '@site/platform/ids';

/** A blog post. */
@Entity('posts')
export class Post {
  @PrimaryColumn('uuid') id: string = newId();
  @Column('text') title!: string;
  /** Plain text; paragraphs are separated by blank lines. */
  @Column('text') description!: string;
  @Column('text', { nullable: true }) url!: string | null;
  /** A row of `pictures`. */
  @Column('uuid', { nullable: true }) coverId!: string | null;
  @CreateDateColumn({ type: 'timestamptz', precision: 3 }) createdAt!: Date;
  @UpdateDateColumn({ type: 'timestamptz', precision: 3 }) updatedAt!: Date;
  @DeleteDateColumn({ type: 'timestamptz', precision: 3 }) deletedAt!: Date | null;
  /** Counts the edits: whoever edits an older one than this is told so. */
  @Column('integer', { default: 1 }) version!: number;
}
