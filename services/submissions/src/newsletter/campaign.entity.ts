import { isoDate } from '@site/platform/data/database';
import { newId } from '@site/platform/base/ids';
import type { CampaignState, Frequency } from '@site/proto/submissions/v1/newsletter.schema';
import { Check, Column, Entity, PrimaryColumn } from 'typeorm';
import type { Story } from './newsletter-letters.js';

/** A newsletter mail to many readers: about one post, or about the week's posts for those who chose one mail a week. */
@Entity('campaigns')
@Check('campaigns_frequency', `frequency IN ('all', 'weekly')`)
@Check('campaigns_state', `state IN ('planned', 'queued', 'sending', 'paused', 'sent', 'cancelled')`)
@Check('campaigns_planned', `state <> 'planned' OR scheduled_at IS NOT NULL`)
@Check(
  'campaigns_subject',
  `(frequency = 'all') = (post_id IS NOT NULL) AND (frequency = 'weekly') = (week IS NOT NULL)`,
)
@Check('campaigns_finished', `(state = 'sent') = (finished_at IS NOT NULL)`)
export class Campaign {
  @PrimaryColumn('uuid') id: string = newId();
  /** It goes to readers who chose this. */
  @Column('text') frequency!: Frequency;
  @Column('uuid', { nullable: true }) postId!: string | null;
  /** The Monday on which the weekly one is due. */
  @Column('date', { nullable: true }) week!: string | null;
  @Column('text') title!: string;
  /** As they were when the campaign was made: all readers get the same, even if a post is edited in the meantime. */
  @Column('jsonb') stories!: Story[];
  @Column('text', { default: 'queued' }) state!: CampaignState;
  /** The ledger is written up to this subscriber; `listed` once that was the last one. */
  @Column('uuid', { nullable: true }) listedUntil!: string | null;
  @Column('boolean', { default: false }) listed!: boolean;
  /** Counted from the ledger, after every batch. */
  @Column('integer', { default: 0 }) recipients!: number;
  @Column('integer', { default: 0 }) sent!: number;
  @Column('integer', { default: 0 }) failed!: number;
  @Column('integer', { default: 0 }) skipped!: number;
  /** Mails that were sent again although they may have gone out before. */
  @Column('integer', { default: 0 }) maybeRepeated!: number;
  /** The process that delivers it now; nobody else may until `leasedUntil`. */
  @Column('uuid', { nullable: true }) leasedBy!: string | null;
  @Column({ type: 'timestamptz', precision: 3, nullable: true, transformer: isoDate }) leasedUntil!: string | null;
  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()', transformer: isoDate }) createdAt!: string;
  /** When it goes out by itself; null for one that was sent at once. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true, transformer: isoDate }) scheduledAt!: string | null;
  /** When its time had come: it goes to whoever was a reader by then. Null: when it was made. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true, transformer: isoDate }) queuedAt!: string | null;
  @Column({ type: 'timestamptz', precision: 3, nullable: true, transformer: isoDate }) startedAt!: string | null;
  @Column({ type: 'timestamptz', precision: 3, nullable: true, transformer: isoDate }) finishedAt!: string | null;
}
