import { PostsServiceControllerMethods } from '@site/proto/gen/nest/content/v1/posts';
import { Column, Entity } from 'typeorm';
import { contentFeature } from '../kinds/content-feature.js';
import { contentKind } from '../kinds/content-kind.js';
import { ContentRow } from '../kinds/content-row.entity.js';

/** A blog post. */
@Entity('posts')
export class Post extends ContentRow {
  @Column('text') title!: string;
  /** Plain text; paragraphs are separated by blank lines. */
  @Column('text') description!: string;
  @Column('text', { nullable: true }) url!: string | null;
  /** A row of `pictures`. */
  @Column('uuid', { nullable: true }) coverId!: string | null;
}

export const postKind = contentKind({
  type: 'post',
  rpcName: 'Post',
  entity: Post,
  fields: ['title', 'description', 'url'],
  dated: true,
  picture: { name: 'cover', column: 'coverId', kind: 'cover' },
  sortedBy: { column: 'createdAt', newestFirst: true },
  searched: "post.title || ' ' || post.description",
  title: 'title',
  detail: 'left(description, 200)',
  unknown: 'There is no such post.',
});

export const posts = contentFeature(PostsServiceControllerMethods, [postKind]);
