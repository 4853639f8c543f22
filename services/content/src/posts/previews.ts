/** Preview links, which show a draft to readers without an account. */
import { createHash, randomBytes } from 'node:crypto';
import type { Metadata } from '@grpc/grpc-js';
import { audit } from '@site/platform/data/audit';
import type { CreatePreviewResponse, Post as PostMessage } from '@site/proto/gen/nest/content/v1/posts';
import { notFound, readCaller } from '@site/proto/grpc';
import type { DataSource } from 'typeorm';
import { Post, PostPreview } from './post.entity.js';
import { findMedia } from './post-media.js';
import { latestRevision, lockPost } from './post-revisions.js';
import { mediaOf, messageOfValues } from './post-values.js';

const previewLifetimeDays = 7;

const hashOf = (token: string) => createHash('sha256').update(token).digest('hex');

/** Tokens for the latest revision. */
export class Previews {
  constructor(private readonly dataSource: DataSource) {}

  /** Returns a token valid for seven days; only its hash is stored. @throws NOT_FOUND */
  create(id: string, metadata: Metadata | undefined): Promise<CreatePreviewResponse> {
    const caller = readCaller(metadata);
    return this.dataSource.transaction(async (manager) => {
      await lockPost(manager, id);
      const token = randomBytes(32).toString('base64url');
      const expiresAt = new Date(Date.now() + previewLifetimeDays * 86_400_000);
      await manager.insert(PostPreview, { hash: hashOf(token), postId: id, expiresAt });
      await audit(manager, caller, 'post.preview', id, (await latestRevision(manager, id)).values.title);
      return { token, expiresAt: expiresAt.toISOString() };
    });
  }

  /** Revokes all of the post's preview links. Idempotent. @throws NOT_FOUND for an unknown post */
  async end(id: string, metadata: Metadata | undefined): Promise<object> {
    const caller = readCaller(metadata);
    await this.dataSource.transaction(async (manager) => {
      await lockPost(manager, id);
      const { affected } = await manager.delete(PostPreview, { postId: id });
      if (affected)
        await audit(manager, caller, 'post.end_previews', id, (await latestRevision(manager, id)).values.title);
    });
    return {};
  }

  /** @throws NOT_FOUND for an unknown or expired token, or a post in the trash */
  async show(token: string): Promise<PostMessage> {
    const { manager } = this.dataSource;
    const [found] = await manager.query<{ id: string }[]>(
      'SELECT post_id AS id FROM post_previews WHERE hash = $1 AND expires_at > now()',
      [hashOf(token)],
    );
    const post = found && (await manager.findOneBy(Post, { id: found.id }));
    if (!post) throw notFound('This preview has ended. Ask for a new link.');
    const { values } = await latestRevision(manager, post.id);
    return messageOfValues(post, values, await findMedia(manager, mediaOf(values)));
  }
}
