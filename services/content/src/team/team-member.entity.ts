import { newId } from '@site/platform/ids';
import { Column, CreateDateColumn, DeleteDateColumn, Entity, PrimaryColumn, UpdateDateColumn } from 'typeorm';

/** A person shown on the About page. */
@Entity('team_members')
export class TeamMember {
  @PrimaryColumn('uuid') id: string = newId();
  @Column('text') name!: string;
  @Column('text') designation!: string;
  /** A row of `pictures`. */
  @Column('uuid', { nullable: true }) portraitId!: string | null;
  @CreateDateColumn({ type: 'timestamptz', precision: 3 }) createdAt!: Date;
  @UpdateDateColumn({ type: 'timestamptz', precision: 3 }) updatedAt!: Date;
  @DeleteDateColumn({ type: 'timestamptz', precision: 3 }) deletedAt!: Date | null;
  /** Counts the edits: whoever edits an older one than this is told so. */
  @Column('integer', { default: 1 }) version!: number;
}
