/** Decisions on photos and sponsors: approve, reject, undo, delete. */
import { audit } from '@site/platform/data/audit';
import { announce } from '@site/platform/data/changes';
import { isId } from '@site/platform/base/ids';
import type { ObjectStore } from '@site/platform/data/object-store';
import { changedMeanwhile } from '@site/platform/data/versions';
import { addPlaceImageJob, StoredImage, stateOf } from '@site/platform/lifecycle/images';
import type { Logger } from '@site/platform/base/injection-tokens';
import { conflict, unavailable, type Caller } from '@site/proto/grpc';
import { kinds } from '@site/domain/kinds';
import { undoSeconds } from '@site/proto/submissions/v1/snapshots.schema';
import type { DataSource, EntityManager } from 'typeorm';
import { publishObjects } from '../images/image-objects.js';
import type { SubmissionKind } from '../submission-kind.js';
import { addOutcomeMail, type OutcomeSubject } from './decision-mail.js';

/** A row with a pending or completed decision. */
export interface Decidable {
  id: string;
  status: 'pending' | 'approved' | 'rejected';
  deletedAt: string | null;
}

/** A submission that is moderated before it becomes public. Its table has `status`, `decided_at`, `reject_reason`. */
export interface DecidableKind<Row extends Decidable> extends SubmissionKind {
  type: OutcomeSubject;
  picture: NonNullable<SubmissionKind['picture']>;
  /** @throws NOT_FOUND */
  find: (manager: EntityManager, id: string) => Promise<Row>;
  unknown: () => Error;
  getImage: (row: Row) => StoredImage | null | undefined;
  /** Returns whether an item may be approved with its picture in this state. */
  isPresentable: (state: ReturnType<typeof stateOf>) => boolean;
  /** For error messages. */
  text: { picture: string; store: string };
  /** Its table has `decided_by` and `decided_by_name`, so moderators can briefly undo their decisions. */
  namesDecider?: boolean;
  /** SQL assignments to make on approval. */
  withApproval?: string;
  /** SQL assignments to make on deletion. */
  withDeletion?: string;
}

interface Changed {
  imageId: string | null;
  label: string;
  /** Empty while pending. */
  decidedAt: string;
}

export const undecided = { status: 'pending', decidedAt: null, rejectReason: null } as const;

/** Returns an SQL expression for the trash: appends whether and why the item was rejected to `what`. */
export const withRejection = (what: string) =>
  `${what} || CASE WHEN status = 'rejected' THEN ', rejected' || coalesce(': ' || nullif(reject_reason, ''), '') ELSE '' END`;

/**
 * Returns whether the decision is still in effect. Rejecting also deletes; an approved item that was deleted isn't on
 * the site.
 */
export const isDecided = ({ status, deletedAt }: Decidable) =>
  status === 'rejected' || (status === 'approved' && !deletedAt);

/**
 * Decisions of moderators and admins. Each is one UPDATE conditional on the previous state, so exactly one of several
 * concurrent decisions wins; audit row, change notice and jobs share its transaction. Decisions are idempotent; a
 * contradicting one is a conflict.
 */
export class Decisions<Row extends Decidable> {
  constructor(
    private readonly kind: DecidableKind<Row>,
    private readonly parts: { dataSource: DataSource; store: ObjectStore; logger: Logger },
  ) {}

  /** Puts the item on the site. @throws ABORTED if its image isn't ready or it was rejected */
  async approve(id: string, caller: Caller): Promise<Row> {
    const { isPresentable, getImage, text } = this.kind;
    const pending = await this.find(id);
    if (pending.status !== 'pending' || pending.deletedAt) return this.asApproved(pending);
    const image = getImage(pending);
    const state = image && stateOf(image);
    if (image && state === 'failed' && !isPresentable(state))
      throw conflict(`The ${text.picture} could not be prepared: ${image.rejectionReason}`);
    if (state && !isPresentable(state))
      throw conflict(`The ${text.picture} is still being prepared. Try again in a moment.`);
    // Before the row changes, so that every reader of the row finds the picture.
    const copied = !image || (await publishObjects(this.parts, image));
    if (copied && (await this.publish(id, image?.id ?? null, caller))) return this.find(id);
    const decided = await this.find(id);
    const currentImage = getImage(decided);
    // Another decision came first, or not everything was copied: no copy may stay public.
    if (image && !currentImage?.published) await addPlaceImageJob(this.parts.dataSource.manager, image.id);
    if (decided.status !== 'pending' || decided.deletedAt) return this.asApproved(decided);
    if (image?.id !== currentImage?.id) throw changedMeanwhile();
    throw unavailable(`The ${text.store} isn't responding. Try again in a moment.`);
  }

  /** Moves the item to the trash and mails its sender. @throws ABORTED if it was approved */
  async reject(id: string, reason: string | undefined, caller: Caller): Promise<Row> {
    const { type, unknown } = this.kind;
    if (!isId(id)) throw unknown();
    await this.parts.dataSource.transaction(async (manager) => {
      const values = `status = 'rejected', reject_reason = $2, deleted_at = now()`;
      const rejected = await this.decide(manager, id, caller, values, `status = 'pending'`, reason ? reason : null);
      if (!rejected) return;
      // A concurrent approval may have copied it.
      if (rejected.imageId) await addPlaceImageJob(manager, rejected.imageId);
      await addOutcomeMail(manager, { type, id, ...rejected });
      await audit(manager, caller, `${type}.reject`, id, rejected.label);
    });
    const row = await this.find(id);
    if (row.status === 'rejected') return row;
    if (row.deletedAt) throw unknown();
    throw conflict(`This ${type} was already approved.`);
  }

  /**
   * Undoes the same user's recent decision; the sender is not notified. Idempotent.
   * @throws ABORTED when it is too late, or someone else decided
   */
  async undo(id: string, caller: Caller): Promise<Row> {
    const { type, unknown } = this.kind;
    if (!isId(id)) throw unknown();
    const undone = await this.parts.dataSource.transaction(async (manager) => {
      const values = `status = 'pending', decided_at = NULL, reject_reason = NULL, deleted_at = NULL,
        decided_by = NULL, decided_by_name = ''`;
      // Not `now()`, the start of this transaction, which may have waited for another.
      const undoCondition = `decided_by = $2 AND decided_at > clock_timestamp() - interval '${undoSeconds} seconds'
        AND (status = 'rejected' OR deleted_at IS NULL)`;
      const changed = await this.change(manager, id, values, undoCondition, [caller.id]);
      if (!changed) return false;
      await this.unpublish(manager, changed.imageId);
      await audit(manager, caller, `${type}.undo`, id, changed.label);
      await announce(manager, kinds[type].list, id);
      return true;
    });
    const row = await this.find(id);
    if (undone || (row.status === 'pending' && !row.deletedAt)) return row;
    throw conflict("You can't undo this any more: it was too long ago, or someone else decided.");
  }

  /** Moves the item to the trash, and its image out of public reach. @throws NOT_FOUND */
  async delete(id: string, caller: Caller): Promise<void> {
    const { type, unknown, withDeletion } = this.kind;
    if (!isId(id)) throw unknown();
    await this.parts.dataSource.transaction(async (manager) => {
      const values = ['deleted_at = now()', ...(withDeletion ? [withDeletion] : [])].join(', ');
      const deleted = await this.change(manager, id, values, 'deleted_at IS NULL');
      // Already deleted, or it never existed.
      if (!deleted) return void (await this.kind.find(manager, id));
      const { imageId, label } = deleted;
      await this.unpublish(manager, imageId);
      await audit(manager, caller, `${type}.delete`, id, label);
      await announce(manager, kinds[type].list, id);
    });
  }

  private async unpublish(manager: EntityManager, imageId: string | null): Promise<void> {
    if (!imageId) return;
    // Only published pictures: doesn't wait for a row that the worker is about to finish.
    await manager.update(StoredImage, { id: imageId, published: true }, { published: false });
    await addPlaceImageJob(manager, imageId);
  }

  /** Approves the row; false if another decision came first. */
  private publish(id: string, imageId: string | null, caller: Caller): Promise<boolean> {
    const { type, picture, withApproval } = this.kind;
    const values = [`status = 'approved'`, ...(withApproval ? [withApproval] : [])].join(', ');
    return this.parts.dataSource.transaction(async (manager) => {
      const asSeen = `status = 'pending' AND ${picture.column} IS NOT DISTINCT FROM $2::uuid`;
      const approved = await this.decide(manager, id, caller, values, asSeen, imageId);
      if (!approved) return false;
      if (imageId) {
        await manager.update(StoredImage, { id: imageId }, { published: true });
        await addPlaceImageJob(manager, imageId);
      }
      await addOutcomeMail(manager, { type, id, ...approved });
      await audit(manager, caller, `${type}.approve`, id, approved.label);
      await announce(manager, kinds[type].list, id);
      return true;
    });
  }

  /** Like `change`, but records when and by whom; `value` is $2. */
  private decide(
    manager: EntityManager,
    id: string,
    caller: Caller,
    values: string,
    where: string,
    value: string | null,
  ): Promise<Changed | undefined> {
    const by = this.kind.namesDecider ? ', decided_by = $3, decided_by_name = $4' : '';
    const parameters = [value, ...(by ? [caller.id, caller.name] : [])];
    return this.change(
      manager,
      id,
      `${values}, decided_at = now()${by}`,
      `deleted_at IS NULL AND ${where}`,
      parameters,
    );
  }

  /**
   * Changes the row if it is in the state that `where` describes.
   * @returns the changed fields, if any
   */
  private async change(
    manager: EntityManager,
    id: string,
    values: string,
    where: string,
    parameters: unknown[] = [],
  ): Promise<Changed | undefined> {
    const { table, picture, title } = this.kind;
    const [[changed]] = await manager.query<[(Omit<Changed, 'decidedAt'> & { decidedAt: Date | null })[], number]>(
      `UPDATE ${table} SET ${values} WHERE id = $1 AND ${where}
       RETURNING ${picture.column} AS "imageId", ${title} AS label, decided_at AS "decidedAt"`,
      [id, ...parameters],
    );
    return changed && { ...changed, decidedAt: changed.decidedAt?.toISOString() ?? '' };
  }

  /** Returns the response to approving a decided item. */
  private asApproved(row: Row): Row {
    if (row.status === 'rejected') throw conflict(`This ${this.kind.type} was already rejected.`);
    if (row.deletedAt) throw this.kind.unknown();
    return row;
  }

  private find(id: string): Promise<Row> {
    return this.kind.find(this.parts.dataSource.manager, id);
  }
}
