import { isoDate } from '@site/platform/database';
import { newId } from '@site/platform/ids';
import type { ContactMessage as ContactMessageMessage } from '@site/proto/gen/nest/submissions/v1/contact';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** What a visitor wrote to the people behind the site. All of it is private. */
@Entity('contact_messages')
export class ContactMessage {
  @PrimaryColumn('uuid') id: string = newId();
  @Column('text') name!: string;
  /** As typed: people leave extensions, not only numbers. */
  @Column('text') phone!: string;
  @Column('text') email!: string;
  @Column('text') feedback!: string;
  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()', transformer: isoDate }) createdAt!: string;
  /** Off the list since then; restorable for 30 days. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true, transformer: isoDate }) deletedAt!: string | null;
}

/** What signed-in people read. */
export const contactMessage = ({
  id,
  name,
  email,
  phone,
  feedback,
  createdAt,
}: ContactMessage): ContactMessageMessage => ({ id, name, email, phone, feedback, createdAt });
