import { time } from '@site/platform/data/database';
import { newId } from '@site/platform/base/ids';
import type { CampaignState, Frequency, HoldReason } from '@site/proto/submissions/v1/newsletter.schema';
import { Check, Column, Entity, PrimaryColumn } from 'typeorm';
import type { CampaignContent, Story } from './newsletter-letters.js';

/** A newsletter mail to many subscribers, about one post or the week's posts. */
@Entity('campaigns')
@Check('campaigns_frequency', `frequency IN ('all', 'weekly')`)
@Check('campaigns_state', `state IN ('planned', 'queued', 'sending', 'paused', 'held', 'sent', 'cancelled')`)
@Check(
  'campaigns_held',
  `hold_reason IN ('', 'deleted', 'unpublished', 'unlisted', 'late') AND (state <> 'held' OR hold_reason <> '')`,
)
@Check('campaigns_planned', `state <> 'planned' OR scheduled_at IS NOT NULL`)
@Check(
  'campaigns_subject',
  `(frequency = 'all') = (post_id IS NOT NULL) AND (frequency = 'weekly') = (week IS NOT NULL)`,
)
@Check('campaigns_finished', `(state = 'sent') = (finished_at IS NOT NULL)`)
export class Campaign {
  @PrimaryColumn('uuid') id: string = newId();
  /** Goes to the subscribers with this preference. */
  @Column('text') frequency!: Frequency;
  @Column('uuid', { nullable: true }) postId!: string | null;
  /** Monday on which the weekly mail is due. */
  @Column('date', { nullable: true }) week!: string | null;
  @Column('text') title!: string;
  /** Copied, so that all readers get the same text, even if a post is edited. */
  @Column('jsonb') stories!: Story[];
  @Column('jsonb', { default: {} }) texts!: CampaignContent;
  @Column('text', { default: 'queued' }) state!: CampaignState;
  /** Why it is on hold, or paused after a hold; otherwise empty. */
  @Column('text', { default: '' }) holdReason!: HoldReason | '';
  /** The ledger contains readers up to this subscriber; `listed` once it is complete. */
  @Column('uuid', { nullable: true }) listedUntil!: string | null;
  @Column('boolean', { default: false }) listed!: boolean;
  /** Counted from the ledger after every batch. */
  @Column('integer', { default: 0 }) recipients!: number;
  @Column('integer', { default: 0 }) sent!: number;
  @Column('integer', { default: 0 }) failed!: number;
  @Column('integer', { default: 0 }) skipped!: number;
  /** Reported after they were accepted. */
  @Column('integer', { default: 0 }) bounced!: number;
  @Column('integer', { default: 0 }) complained!: number;
  /** Mails sent again although the first attempt may have succeeded. */
  @Column('integer', { default: 0 }) maybeRepeated!: number;
  /** Holder of the delivery lease until `leasedUntil`. */
  @Column('uuid', { nullable: true }) leasedBy!: string | null;
  @Column({ ...time, nullable: true }) leasedUntil!: string | null;
  @Column({ ...time, default: () => 'now()' }) createdAt!: string;
  /** Null if sent immediately. */
  @Column({ ...time, nullable: true }) scheduledAt!: string | null;
  /**
   * When a scheduled campaign became due; its recipients are the subscribers of that time. Null: `createdAt` applies.
   */
  @Column({ ...time, nullable: true }) queuedAt!: string | null;
  @Column({ ...time, nullable: true }) startedAt!: string | null;
  @Column({ ...time, nullable: true }) finishedAt!: string | null;
}
