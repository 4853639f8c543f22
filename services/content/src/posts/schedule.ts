/** Publishes scheduled posts when their time comes. */
import { Inject, Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { audit, type AuditPrincipal } from '@site/platform/data/audit';
import { announce } from '@site/platform/data/changes';
import { isId } from '@site/platform/base/ids';
import { LOGGER, type Logger } from '@site/platform/base/injection-tokens';
import { isRowFailure, soonMs, WorkLoop } from '@site/platform/jobs/work-loop';
import { noPrincipalId } from '@site/domain/audit-kinds';
import { DataSource, type EntityManager } from 'typeorm';
import { clearMissed, reportMissed, type MissedPost } from './missed-publications.js';
import { addCampaign, checkCampaigns, clearNewsletter } from './newsletter-decision.js';
import { problemsOf, scheduleChannel } from './publication.js';
import { valuesOfRow } from './post-values.js';

/** For posts that had to be corrected first; others are published at their time. */
const pollIntervalMs = 15_000;

const scheduleItself: AuditPrincipal = { id: noPrincipalId, name: 'Schedule', clientAddress: '' };

interface DuePost extends MissedPost {
  send_newsletter: boolean;
  /** Null without a newsletter. */
  newsletter_revision: number | null;
  shown_revision: number;
}

/**
 * Publishes posts at their time. Looks only for rows whose time has come: no post is missed after downtime, and row
 * locks give each post to one replica.
 */
@Injectable()
export class PostSchedule implements OnModuleInit, OnModuleDestroy {
  private readonly loop: WorkLoop;

  constructor(
    @Inject(DataSource) private readonly dataSource: DataSource,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.loop = new WorkLoop({
      name: 'post-schedule',
      logger,
      intervalMs: pollIntervalMs,
      retryMs: soonMs,
      // A time may be before the next poll.
      wakeOn: { dataSource, channel: scheduleChannel },
      runOnce: async () => {
        await this.publishDue();
        return this.nextInMs();
      },
    });
  }

  onModuleInit(): void {
    void this.loop.start();
  }

  async onModuleDestroy(): Promise<void> {
    await this.loop.stop();
  }

  /** Returns the milliseconds until the next post's time or the next poll. */
  private async nextInMs(): Promise<number> {
    const [row] = await this.dataSource.query<{ in_ms: number | null }[]>(
      `SELECT (extract(epoch FROM min(publish_at) - clock_timestamp()) * 1000)::float8 AS in_ms FROM posts
       WHERE status = 'scheduled' AND deleted_at IS NULL AND publish_at > now()`,
    );
    return Math.min(Math.max(0, row?.in_ms ?? Infinity), pollIntervalMs);
  }

  /** Publishes all due posts and returns their ids. A failure doesn't delay the others. */
  async publishDue(): Promise<string[]> {
    const { rows } = this.loop;
    const published: string[] = [];
    for (const passed: string[] = []; ;) {
      const [post] = await this.dataSource.query<MissedPost[]>(
        `SELECT id, title FROM posts WHERE ${isDue} AND id::text <> ALL($1) ORDER BY publish_at, id LIMIT 1`,
        [[...passed, ...rows.waiting]],
      );
      if (!post) return published;
      const { id } = post;
      passed.push(id);
      const attempt = await rows.attempt(id, () => this.dataSource.transaction((manager) => publish(manager, id)));
      if (attempt.failed) await this.report(post, attempt.failed.reason);
      else if (attempt.result) {
        published.push(id);
        this.logger.info({ postId: id }, 'published a post at its time');
      }
    }
  }

  private async report(post: MissedPost, reason: string): Promise<void> {
    await this.loop.rows.attempt(`report:${post.id}`, () =>
      this.dataSource.transaction((manager) => reportMissed(manager, post, `${reason} (retried every minute)`)),
    );
  }
}

const isDue = `status = 'scheduled' AND publish_at <= now() AND deleted_at IS NULL`;

/** Publishes a post that missed its time. If impossible, its failed-job entry says why. */
export async function publishMissed(dataSource: DataSource, id: string): Promise<void> {
  if (!isId(id)) return;
  try {
    await dataSource.transaction(async (manager) => {
      const [post] = await manager.query<DuePost[]>(`${selectDue} FOR UPDATE`, [id]);
      // Published, rescheduled or deleted meanwhile.
      if (post) await publishLocked(manager, post);
      else await clearMissed(manager, id);
    });
  } catch (error) {
    if (!isRowFailure(error)) throw error;
    const [post] = await dataSource.query<MissedPost[]>(selectDue, [id]);
    if (post) await dataSource.transaction((manager) => reportMissed(manager, post, (error as Error).message));
  }
}

/** @returns false when another replica has the post, or it has to be corrected first */
async function publish(manager: EntityManager, id: string): Promise<boolean> {
  const [post] = await manager.query<DuePost[]>(`${selectDue} FOR UPDATE SKIP LOCKED`, [id]);
  return post !== undefined && publishLocked(manager, post);
}

const selectDue = `SELECT id, title, send_newsletter, newsletter_revision, shown_revision FROM posts WHERE id = $1 AND ${isDue}`;

async function publishLocked(manager: EntityManager, post: DuePost): Promise<boolean> {
  const { id } = post;
  const [problem] = await problemsOf(manager, await valuesOfRow(manager, id));
  if (problem) {
    await reportMissed(manager, post, problem.message);
    return false;
  }
  const isMailed = post.send_newsletter && post.newsletter_revision === post.shown_revision;
  if (post.send_newsletter && !isMailed) await clearNewsletter(manager, id, scheduleItself, 'not the approved version');
  await checkCampaigns(manager, id);
  await manager.query(
    `UPDATE posts SET status = 'published', publish_at = NULL, newsletter_revision = NULL, published_at = coalesce(published_at, now()),
       version = version + 1, edited_at = now(), updated_at = now() WHERE id = $1`,
    [id],
  );
  await manager.query(
    `UPDATE post_revisions SET kind = 'published', published_at = now(), values = values || jsonb_build_object('slug', posts.slug)
     FROM posts WHERE posts.id = $1 AND post_id = $1 AND number = $2 AND number > 0`,
    [id, post.shown_revision],
  );
  await clearMissed(manager, id);
  if (isMailed) await addCampaign(manager, id, post.shown_revision);
  await audit(manager, scheduleItself, 'post.publish', id, post.title, 'at its time');
  await announce(manager, 'posts', id);
  return true;
}
