import type { PostStatus, RevisionKind } from '@site/proto/content/v1/posts.schema';
import type { RichTextDocument } from '@site/domain/content/rich-text';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import { ContentRow } from '../kinds/content-row.entity.js';
import type { NewsletterMedia } from './newsletter-decision.js';
import type { PostValues } from './post-values.js';

/** A blog post: what readers see or, before it is published, would see. */
@Entity('posts')
export class Post extends ContentRow {
  @Column('text') title!: string;
  /** Plain text; paragraphs are separated by blank lines. */
  @Column('text') description!: string;
  @Column('text', { nullable: true }) url!: string | null;
  /** A row of `pictures`. */
  @Column('uuid', { nullable: true }) coverId!: string | null;
  /** The last part of its address; null until it is scheduled or published. */
  @Column('text', { nullable: true }) slug!: string | null;
  /** Null for a post of plain text. */
  @Column('jsonb', { nullable: true }) document!: RichTextDocument | null;
  @Column('text', { default: '' }) excerpt!: string;
  @Column('text', { default: '' }) author!: string;
  @Column('text', { array: true, default: [] }) tags!: string[];
  @Column('text', { default: 'published' }) status!: PostStatus;
  /** While it is scheduled. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true }) publishAt!: Date | null;
  /** When it was first published. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true, default: () => 'now()' }) publishedAt!: Date | null;
  @Column('boolean', { default: false }) sendNewsletter!: boolean;
  /** The only revision that the newsletter may send; set while the post is scheduled with it. */
  @Column('integer', { nullable: true }) newsletterRevision!: number | null;
  /** When someone without the permission to send turned the newsletter off by changing the post, and their name. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true }) newsletterClearedAt!: Date | null;
  @Column('text', { default: '' }) newsletterClearedBy!: string;
  /** The pictures of the library in the document. */
  @Column('uuid', { array: true, default: [] }) mediaIds!: string[];
  /** The revision that this row was made from; 0 when there is none. */
  @Column('integer', { default: 0 }) shownRevision!: number;
  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()' }) editedAt!: Date;
}

/** An address that a post has or had: old ones go on leading to it, and no other post gets them. */
@Entity('post_slugs')
export class PostSlug {
  @PrimaryColumn('text') slug!: string;
  @Column('uuid') postId!: string;
}

/** What somebody wrote. The latest autosave of each person is kept under the number 0. */
@Entity('post_revisions')
export class PostRevision {
  @PrimaryColumn('uuid') id!: string;
  @Column('uuid') postId!: string;
  @Column('integer') number!: number;
  @Column('text') kind!: RevisionKind;
  @Column('jsonb') values!: PostValues;
  @Column('integer', { default: 0 }) baseRevision!: number;
  @Column('uuid') authorId!: string;
  @Column('text') authorName!: string;
  /** The pictures of the library in the values, the cover included. */
  @Column('uuid', { array: true, default: [] }) mediaIds!: string[];
  /** The library's words for these pictures when the newsletter was decided on; null for a revision that is not mailed. */
  @Column('jsonb', { nullable: true }) newsletterMedia!: NewsletterMedia[] | null;
  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()' }) createdAt!: Date;
}

/** A secret that shows a post to whoever has it. */
@Entity('post_previews')
export class PostPreview {
  /** SHA-256 of the secret, in hexadecimal digits. */
  @PrimaryColumn('text') hash!: string;
  @Column('uuid') postId!: string;
  @Column({ type: 'timestamptz', precision: 3 }) expiresAt!: Date;
}
