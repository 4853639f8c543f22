import { isoDate } from '@site/platform/database';
import { newId } from '@site/platform/ids';
import type { Frequency } from '@site/proto/submissions/v1/newsletter.schema';
import { Check, Column, Entity, PrimaryColumn } from 'typeorm';
import type { Story } from '../mail/letters.js';

/** A newsletter mail to everybody who gets it: about one post, or the week's posts for those who chose one mail a week. */
@Entity('campaigns')
@Check('campaigns_frequency', `frequency IN ('all', 'weekly')`)
@Check('campaigns_state', `state IN ('queued', 'sending', 'sent')`)
@Check(
  'campaigns_subject',
  `(frequency = 'all') = (post_id IS NOT NULL) AND (frequency = 'weekly') = (week IS NOT NULL)`,
)
@Check('campaigns_finished', `(state = 'sent') = (finished_at IS NOT NULL)`)
export class Campaign {
  @PrimaryColumn('uuid') id: string = newId();
  /** The choice of those whom it goes to. */
  @Column('text') frequency!: Frequency;
  @Column('uuid', { nullable: true }) postId!: string | null;
  /** The Monday on which the weekly one is due. */
  @Column('date', { nullable: true }) week!: string | null;
  @Column('text') title!: string;
  /** As they were when the campaign was made: a post that is edited meanwhile does not reach half the readers. */
  @Column('jsonb') stories!: Story[];
  @Column('text', { default: 'queued' }) state!: 'queued' | 'sending' | 'sent';
  /** Up to which subscriber the ledger is written, and whether that was the last one. */
  @Column('uuid', { nullable: true }) listedUntil!: string | null;
  @Column('boolean', { default: false }) listed!: boolean;
  /** Counted from the ledger, after every batch. */
  @Column('integer', { default: 0 }) recipients!: number;
  @Column('integer', { default: 0 }) sent!: number;
  @Column('integer', { default: 0 }) failed!: number;
  @Column('integer', { default: 0 }) skipped!: number;
  /** Mails that were sent again without knowing whether they had gone out before. */
  @Column('integer', { default: 0 }) maybeRepeated!: number;
  /** Who delivers it now, and until when nobody else may. */
  @Column('uuid', { nullable: true }) leasedBy!: string | null;
  @Column({ type: 'timestamptz', precision: 3, nullable: true, transformer: isoDate }) leasedUntil!: string | null;
  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()', transformer: isoDate }) createdAt!: string;
  @Column({ type: 'timestamptz', precision: 3, nullable: true, transformer: isoDate }) startedAt!: string | null;
  @Column({ type: 'timestamptz', precision: 3, nullable: true, transformer: isoDate }) finishedAt!: string | null;
}
