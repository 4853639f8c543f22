/** Contact messages: their rows, and how they appear in the trash and in responses. */
import { time } from '@site/platform/data/database';
import { newId } from '@site/platform/base/ids';
import type { ContactMessage as ContactMessageMessage } from '@site/proto/gen/nest/submissions/v1/contact';
import { Column, Entity, PrimaryColumn, VirtualColumn } from 'typeorm';
import type { SubmissionKind } from '../submission-kind.js';
import { repliesJson, replyMessage, type RepliedText } from './contact-reply.entity.js';

/** A visitor's message, with what moderators added: state, assignment, note, replies. */
@Entity('contact_messages')
export class ContactMessage {
  @PrimaryColumn('uuid') id: string = newId();
  @Column('text') name!: string;
  /** As typed: visitors add extensions. */
  @Column('text') phone!: string;
  @Column('text') email!: string;
  @Column('text') feedback!: string;
  @Column({ ...time, default: () => 'now()' }) createdAt!: string;
  /** Can be restored for 30 days. */
  @Column({ ...time, nullable: true }) deletedAt!: string | null;
  /** Null while it is new. */
  @Column({ ...time, nullable: true }) handledAt!: string | null;
  @Column('uuid', { nullable: true }) handledBy!: string | null;
  @Column('text', { default: '' }) handledByName!: string;
  /** Who takes care of it; null while unassigned. */
  @Column('uuid', { nullable: true }) assignedTo!: string | null;
  @Column('text', { default: '' }) assignedToName!: string;
  @Column('text', { default: '' }) note!: string;
  /** Incremented by edits of the note. */
  @Column('integer', { default: 1 }) version!: number;
  /** Loaded with the message, so that a page needs only one query. */
  @VirtualColumn('jsonb', { query: repliesJson }) replies!: RepliedText[];
}

export const contactKind: SubmissionKind = {
  type: 'contact',
  table: 'contact_messages',
  title: 'name',
  detail: 'left(feedback, 200)',
};

export function contactMessage(row: ContactMessage): ContactMessageMessage {
  const { id, name, email, phone, feedback, createdAt, handledAt, handledByName, note, version, replies } = row;
  return {
    id,
    name,
    email,
    phone,
    feedback,
    createdAt,
    note,
    version,
    state: handledAt ? 'handled' : 'new',
    ...(handledAt && { handledAt, handledByName }),
    ...(row.assignedTo && { assignedTo: row.assignedTo, assignedToName: row.assignedToName }),
    replies: replies.map(replyMessage),
  };
}
