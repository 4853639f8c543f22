/** The editor's writes: create a draft, save a revision, autosave, publish. */
import type { Metadata } from '@grpc/grpc-js';
import { newId } from '@site/platform/base/ids';
import { audit } from '@site/platform/data/audit';
import { announce } from '@site/platform/data/changes';
import { once } from '@site/platform/data/idempotency';
import { changedMeanwhile } from '@site/platform/data/versions';
import { postStatuses, type PostStatus } from '@site/proto/content/v1/posts.schema';
import type {
  CreateDraftRequest,
  DiscardAutosaveRequest,
  PublishPostRequest,
  SaveRevisionRequest,
  SaveRevisionResponse,
} from '@site/proto/gen/nest/content/v1/posts';
import { forbidden, invalid, readCaller, type Caller } from '@site/proto/grpc';
import { may } from '@site/domain/roles';
import type { DataSource, EntityManager } from 'typeorm';
import { createOnce, editClaim, noClaim } from '../kinds/content-rows.js';
import { unknownWord } from './edited-posts.js';
import { Post, type PostValues } from './post.entity.js';
import {
  addRevision,
  deleteAutosave,
  saveAutosave,
  latestRevision,
  lockPost,
  othersAtWork,
  requirePost,
  type LockedPost,
} from './post-revisions.js';
import { columnsOf, readValues } from './post-values.js';
import { decide, type Decision } from './publication.js';

/** Editing of posts: drafts, revisions and publication. */
export class PostEditor {
  constructor(private readonly dataSource: DataSource) {}

  /** @throws INVALID_ARGUMENT without a claim, or for malformed values */
  async createDraft(
    { values: message, idempotency }: CreateDraftRequest,
    metadata: Metadata | undefined,
  ): Promise<{ id: string; replayed: boolean }> {
    const caller = readCaller(metadata);
    const values = readValues(message);
    if (!idempotency) throw noClaim();
    const { response, replayed } = await this.dataSource.transaction((manager) =>
      createOnce(manager, `post.draft.${caller.id}`, idempotency, {
        write: () => writeDraft(manager, values, caller),
        isAsCreated: (id) => isUntouched(manager, id),
      }),
    );
    return { id: response.id, replayed };
  }

  /** @throws NOT_FOUND, INVALID_ARGUMENT for malformed values, ABORTED for a save over another editor's or tab's */
  save(request: SaveRevisionRequest, metadata: Metadata | undefined): Promise<SaveRevisionResponse> {
    const caller = readCaller(metadata);
    const { id: postId, kind, baseRevision: base, tab, replaces } = request;
    const values = readValues(request.values);
    if (kind !== 'autosave' && kind !== 'saved') throw unknownWord('kind', ['autosave', 'saved']);
    return this.dataSource.transaction(async (manager) => {
      if (kind === 'autosave') {
        await requirePost(manager, postId);
        await saveAutosave(manager, { postId, values, author: caller, base, tab: { tab, replaces } });
      } else {
        await saveRevision(manager, await lockPost(manager, postId), values, caller, base);
        await deleteAutosave(manager, postId, caller.id, { tab, replaces });
      }
      const latest = await latestRevision(manager, postId);
      return {
        revision: latest.number,
        latestBy: latest.authorId === caller.id ? '' : latest.authorName,
        savedAt: new Date().toISOString(),
        othersAtWork: await othersAtWork(manager, postId, caller.id),
      };
    });
  }

  /** @throws NOT_FOUND */
  async discardAutosave({ id, ...tab }: DiscardAutosaveRequest, metadata: Metadata | undefined): Promise<object> {
    const caller = readCaller(metadata);
    await requirePost(this.dataSource.manager, id);
    await deleteAutosave(this.dataSource.manager, id, caller.id, tab);
    return {};
  }

  /** @throws NOT_FOUND, ABORTED, INVALID_ARGUMENT, FAILED_PRECONDITION, PERMISSION_DENIED as in the contract */
  async publish(request: PublishPostRequest, metadata: Metadata | undefined): Promise<void> {
    const caller = readCaller(metadata);
    const { id, revision, idempotency } = request;
    const decision = readDecision(request);
    if (decision.sendNewsletter && !may(caller.role, 'send'))
      throw forbidden('Only an admin can send the newsletter.', [
        { field: 'send_newsletter', message: 'Only an admin can send the newsletter' },
      ]);
    if (!idempotency) throw noClaim();
    await this.dataSource.transaction(async (manager) => {
      await once(manager, `post.publish.${id}`, editClaim(idempotency), async () => {
        const post = await lockPost(manager, id);
        if ((await latestRevision(manager, id)).number !== revision) throw changedMeanwhile();
        await decide(manager, post, decision, caller);
        return { id };
      });
    });
  }
}

async function writeDraft(manager: EntityManager, values: PostValues, author: Caller): Promise<{ id: string }> {
  const id = newId();
  const columns = await columnsOf(manager, values);
  const draft = { ...columns, id, status: 'draft', publishedAt: null, shownRevision: 1 } as const;
  await manager.insert(Post, draft);
  await addRevision(manager, { postId: id, kind: 'saved', values, author });
  await audit(manager, author, 'post.create', id, columns.title, 'as a draft');
  await announce(manager, 'posts', id);
  return { id };
}

/** Returns whether the draft is unchanged since its creation. */
async function isUntouched(manager: EntityManager, id: string): Promise<boolean> {
  const rows = await manager.query<unknown[]>(
    `SELECT FROM posts WHERE id = $1 AND deleted_at IS NULL AND version = 1
       AND NOT EXISTS (SELECT FROM post_revisions WHERE post_id = $1 AND number <> 1)`,
    [id],
  );
  return rows.length > 0;
}

/** Updates a draft's row to its latest save; published and scheduled posts stay. */
async function saveRevision(
  manager: EntityManager,
  { id: postId, status, version }: LockedPost,
  values: PostValues,
  author: Caller,
  base: number,
): Promise<void> {
  const latest = await latestRevision(manager, postId);
  if (latest.number !== base) throw changedMeanwhile();
  // Content from before revisions existed.
  if (latest.number === 0)
    await addRevision(manager, { postId, kind: 'published', values: latest.values, author: { ...author, name: '' } });
  const number = await addRevision(manager, { postId, kind: 'saved', values, author, base });
  const isDraft = status === 'draft';
  const draft = isDraft && { ...(await columnsOf(manager, values)), shownRevision: number, version: version + 1 };
  const written = { ...draft, ...(latest.number === 0 && !isDraft && { shownRevision: 1 }), editedAt: () => 'now()' };
  await manager.update(Post, { id: postId }, written);
  await announce(manager, 'posts', postId);
}

function readDecision({ status, publishAt, sendNewsletter }: PublishPostRequest): Decision {
  if (!isStatus(status)) throw unknownWord('status', postStatuses);
  const at = publishAt ? new Date(publishAt) : undefined;
  if (at && Number.isNaN(at.getTime())) {
    const message = 'publish_at must be a time';
    throw invalid(message, [{ field: 'publish_at', message }]);
  }
  return { status, publishAt: at, sendNewsletter };
}

const isStatus = (text: string): text is PostStatus => postStatuses.some((status) => status === text);
