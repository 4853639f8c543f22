import { Inject, Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { audit, type AuditPrincipal } from '@site/platform/data/audit';
import { announce } from '@site/platform/data/changes';
import { LOGGER, type Logger } from '@site/platform/base/tokens';
import { nobody } from '@site/proto/audit/v1/audit-kinds';
import { DataSource, type EntityManager } from 'typeorm';
import { forgetMissed, reportMissed, type MissedPost } from './missed-times.js';
import { addCampaign, problemsOf } from './publication.js';
import { takeSlug } from './post-slugs.js';
import { valuesOfRow } from './post-values.js';

/** Well below the 20 s that a post may be late. */
const lookEveryMs = 15_000;

const scheduleItself: AuditPrincipal = { id: nobody, name: 'Schedule', clientAddress: '' };

interface DuePost extends MissedPost {
  send_newsletter: boolean;
  shown_revision: number;
}

/**
 * Publishes posts at their time. Their rows hold what is to be published, so all that a replica does is to look for those whose
 * time has come: nothing is missed when none ran for a while, and of two replicas one gets each row.
 */
@Injectable()
export class PostSchedule implements OnModuleInit, OnModuleDestroy {
  private timer: NodeJS.Timeout | undefined;
  private looking: Promise<void> = Promise.resolve();

  constructor(
    @Inject(DataSource) private readonly dataSource: DataSource,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onModuleInit() {
    this.look();
    this.timer = setInterval(() => this.look(), lookEveryMs);
  }

  async onModuleDestroy() {
    clearInterval(this.timer);
    await this.looking;
  }

  private look(): void {
    this.looking = this.looking
      .then(() => this.publishDue())
      .then(() => this.nameUnnamed())
      .catch((error: unknown) => this.logger.warn({ err: error }, 'scheduled posts could not be published'));
  }

  /** Publishes every post whose time has come; returns their ids. One that cannot be published does not hold up the others. */
  async publishDue(): Promise<string[]> {
    const published: string[] = [];
    const stuck: string[] = [];
    for (;;) {
      const due = await this.dataSource.transaction((manager) => publishNext(manager, stuck));
      if (!due) return published;
      (due.isPublished ? published : stuck).push(due.id);
      // What is stuck stands among the failed jobs; every look would say it again here.
      if (due.isPublished) this.logger.info({ postId: due.id }, 'published a post at its time');
    }
  }

  /** Gives an address to what a service of an older release has published. */
  async nameUnnamed(): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      const posts = await manager.query<{ id: string; title: string }[]>(
        `SELECT id, title FROM posts WHERE slug IS NULL AND status = 'published'
         ORDER BY created_at, id LIMIT 100 FOR UPDATE SKIP LOCKED`,
      );
      for (const { id, title } of posts) {
        const slug = await takeSlug(manager, { postId: id, wanted: '', title });
        await manager.query('UPDATE posts SET slug = $2 WHERE id = $1', [id, slug]);
        await announce(manager, 'posts', id);
      }
    });
  }
}

/** @param passed ids of those that were tried before */
async function publishNext(
  manager: EntityManager,
  passed: string[],
): Promise<{ id: string; isPublished: boolean } | undefined> {
  const [post] = await manager.query<DuePost[]>(
    `SELECT id, title, send_newsletter, shown_revision FROM posts
     WHERE status = 'scheduled' AND publish_at <= now() AND deleted_at IS NULL AND id <> ALL($1::uuid[])
     ORDER BY publish_at, id LIMIT 1 FOR UPDATE SKIP LOCKED`,
    [passed],
  );
  if (!post) return undefined;
  const { id } = post;
  const [problem] = await problemsOf(manager, await valuesOfRow(manager, id));
  if (problem) {
    await reportMissed(manager, post, problem.message);
    return { id, isPublished: false };
  }
  await manager.query(
    `UPDATE posts SET status = 'published', publish_at = NULL, published_at = coalesce(published_at, now()),
       version = version + 1, edited_at = now(), updated_at = now() WHERE id = $1`,
    [id],
  );
  await manager.query(
    `UPDATE post_revisions SET kind = 'published', values = values || jsonb_build_object('slug', posts.slug)
     FROM posts WHERE posts.id = $1 AND post_id = $1 AND number = $2 AND number > 0`,
    [id, post.shown_revision],
  );
  await forgetMissed(manager, id);
  if (post.send_newsletter) await addCampaign(manager, id);
  await audit(manager, scheduleItself, 'post.publish', id, post.title, 'at its time');
  await announce(manager, 'posts', id);
  return { id, isPublished: true };
}
