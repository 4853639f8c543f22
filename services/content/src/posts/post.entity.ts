/** Tables of posts: the post, its slugs, revisions and preview links. */
import type { PostStatus, RevisionKind } from '@site/proto/content/v1/posts.schema';
import type { RichTextDocument } from '@site/domain/content/rich-text';
import type { MediaItem } from '@site/proto/gen/nest/content/v1/media';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import { ContentRow } from '../kinds/content-row.entity.js';

/** Editor input, as stored. */
export interface PostValues {
  title: string;
  document: RichTextDocument | null;
  excerpt: string;
  slug: string;
  author: string;
  tags: string[];
  url: string;
  coverMediaId: string;
}

type NewsletterMedia = Pick<MediaItem, 'id' | 'alt' | 'credit'>;

/** The published version, or before publication a preview of it. */
@Entity('posts')
export class Post extends ContentRow {
  @Column('text') title!: string;
  /** Paragraphs are separated by blank lines. */
  @Column('text') description!: string;
  @Column('text', { nullable: true }) url!: string | null;
  /** References `pictures`. */
  @Column('uuid', { nullable: true }) coverId!: string | null;
  /** The last part of its address; null until scheduled or published. */
  @Column('text', { nullable: true }) slug!: string | null;
  /** Null for a post of plain text. */
  @Column('jsonb', { nullable: true }) document!: RichTextDocument | null;
  @Column('text', { default: '' }) excerpt!: string;
  @Column('text', { default: '' }) author!: string;
  @Column('text', { array: true, default: [] }) tags!: string[];
  @Column('text', { default: 'published' }) status!: PostStatus;
  /** Set while it is scheduled. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true }) publishAt!: Date | null;
  /** When it was first published. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true, default: () => 'now()' }) publishedAt!: Date | null;
  @Column('boolean', { default: false }) sendNewsletter!: boolean;
  /** The only revision that the newsletter may send; set while scheduled with it. */
  @Column('integer', { nullable: true }) newsletterRevision!: number | null;
  /** When a change by a user who may not send newsletters turned it off, and their name. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true }) newsletterClearedAt!: Date | null;
  @Column('text', { default: '' }) newsletterClearedBy!: string;
  /** The library pictures in the document. */
  @Column('uuid', { array: true, default: [] }) mediaIds!: string[];
  /** The revision in this row; 0 if none. */
  @Column('integer', { default: 0 }) shownRevision!: number;
  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()' }) editedAt!: Date;
}

/** Current or former; former ones still lead to the post, and no other post gets them. */
@Entity('post_slugs')
export class PostSlug {
  @PrimaryColumn('text') slug!: string;
  @Column('uuid') postId!: string;
}

/** Each editor's latest autosave has the number 0. */
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
  /** Which of the author's tabs wrote the autosave. */
  @Column('text', { default: '' }) tab!: string;
  /** Including the cover. */
  @Column('uuid', { array: true, default: [] }) mediaIds!: string[];
  /** When it was last published; null for those never published. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true }) publishedAt!: Date | null;
  /** The library's texts when the newsletter was decided; null for a revision that isn't emailed. */
  @Column('jsonb', { nullable: true }) newsletterMedia!: NewsletterMedia[] | null;
  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()' }) createdAt!: Date;
}

/** A link that shows a draft to readers without an account until it expires. */
@Entity('post_previews')
export class PostPreview {
  /** Hex SHA-256 of the token. */
  @PrimaryColumn('text') hash!: string;
  @Column('uuid') postId!: string;
  @Column({ type: 'timestamptz', precision: 3 }) expiresAt!: Date;
}
