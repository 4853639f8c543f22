import { audit } from '@site/platform/data/audit';
import { announce } from '@site/platform/data/changes';
import { isId } from '@site/platform/base/ids';
import type { ObjectStore } from '@site/platform/data/object-store';
import { addPlacePictureJob, Picture, stateOf } from '@site/platform/lifecycle/pictures';
import type { Logger } from '@site/platform/base/tokens';
import { conflict, unavailable, type Caller } from '@site/proto/grpc';
import { kinds } from '@site/domain/kinds';
import { undoSeconds } from '@site/proto/submissions/v1/snapshots.schema';
import type { DataSource, EntityManager } from 'typeorm';
import { publishObjects } from '../pictures/publish-objects.js';
import type { SubmissionKind } from '../submission-kind.js';
import { addOutcomeMail, type OutcomeSubject } from './outcome-mail.js';

/** A row that waits for a decision, or had one. */
export interface Decidable {
  id: string;
  status: 'pending' | 'approved' | 'rejected';
  deletedAt: string | null;
}

/** A kind of thing that people decide on before everybody sees it. Its table has `status`, `decided_at`, `reject_reason`. */
export interface DecidableKind<Row extends Decidable> extends SubmissionKind {
  type: OutcomeSubject;
  picture: NonNullable<SubmissionKind['picture']>;
  /** The row with its picture. @throws NOT_FOUND */
  find: (manager: EntityManager, id: string) => Promise<Row>;
  unknown: () => Error;
  pictureOf: (row: Row) => Picture | null | undefined;
  /** Whether something may be approved with its picture in this state. */
  isPresentable: (state: ReturnType<typeof stateOf>) => boolean;
  /** What people read of its picture, and of where pictures are kept. */
  words: { picture: string; store: string };
  /** Its table has `decided_by` and `decided_by_name`: whoever decided may take that back for a moment. */
  namesDecider?: boolean;
  /** SQL assignments that go with its deletion. */
  withDeletion?: string;
}

/** A row that was just changed. */
interface Changed {
  pictureId: string | null;
  label: string;
  /** Empty while it waits. */
  decidedAt: string;
}

/** Waiting again, as if nobody had decided. */
export const undecided = { status: 'pending', decidedAt: null, rejectReason: null } as const;

/** An SQL expression for the trash: what says which one it is, and whether and why it was rejected. */
export const withRejection = (what: string) =>
  `${what} || CASE WHEN status = 'rejected' THEN ', rejected' || coalesce(': ' || nullif(reject_reason, ''), '') ELSE '' END`;

/** Whether the decision still holds. Rejecting also deletes; something approved and then deleted is not on the site. */
export const isDecided = ({ status, deletedAt }: Decidable) =>
  status === 'rejected' || (status === 'approved' && !deletedAt);

export const changedMeanwhile = () =>
  conflict('Someone else changed this in the meantime. Reload to see the latest version.');

/**
 * What moderators and admins decide. Each decision is one UPDATE that names the state it starts from, so that of several at
 * once exactly one wins; its audit row, its notice and its jobs are in the same transaction. Repeating a decision answers the
 * same and does nothing; a contradicting one is a conflict.
 */
export class Decisions<Row extends Decidable> {
  constructor(
    private readonly kind: DecidableKind<Row>,
    private readonly parts: { dataSource: DataSource; store: ObjectStore; logger: Logger },
  ) {}

  async approve(id: string, caller: Caller): Promise<Row> {
    const { isPresentable, pictureOf, words } = this.kind;
    const pending = await this.find(id);
    if (pending.status !== 'pending' || pending.deletedAt) return this.asApproved(pending);
    const picture = pictureOf(pending);
    const state = picture && stateOf(picture);
    if (picture && state === 'failed' && !isPresentable(state))
      throw conflict(`The ${words.picture} could not be prepared: ${picture.rejectedBecause}`);
    if (state && !isPresentable(state))
      throw conflict(`The ${words.picture} is still being prepared. Please try again in a moment.`);
    // Objects first, row second: whoever reads the row finds the picture.
    const copied = !picture || (await publishObjects(this.parts, picture));
    if (copied && (await this.publish(id, picture?.id ?? null, caller))) return this.find(id);
    const decided = await this.find(id);
    const pictureNow = pictureOf(decided);
    // Somebody decided otherwise in the meantime, or not everything was copied: what was copied must not stay public.
    if (picture && !pictureNow?.published) await addPlacePictureJob(this.parts.dataSource.manager, picture.id);
    if (decided.status !== 'pending' || decided.deletedAt) return this.asApproved(decided);
    if (picture?.id !== pictureNow?.id) throw changedMeanwhile();
    throw unavailable(`The ${words.store} does not answer. Please try again in a moment.`);
  }

  async reject(id: string, reason: string | undefined, caller: Caller): Promise<Row> {
    const { type, unknown } = this.kind;
    if (!isId(id)) throw unknown();
    await this.parts.dataSource.transaction(async (manager) => {
      const values = `status = 'rejected', reject_reason = $2, deleted_at = now()`;
      const rejected = await this.decide(manager, id, caller, values, `status = 'pending'`, reason ? reason : null);
      if (!rejected) return;
      // An approval that came a moment too late may have copied it.
      if (rejected.pictureId) await addPlacePictureJob(manager, rejected.pictureId);
      await addOutcomeMail(manager, { type, id, ...rejected });
      await audit(manager, caller, `${type}.reject`, id, rejected.label);
    });
    const row = await this.find(id);
    if (row.status === 'rejected') return row;
    if (row.deletedAt) throw unknown();
    throw conflict(`This ${type} was already approved.`);
  }

  /**
   * Takes back what the same person decided a moment ago: it waits again, and nobody was told. Repeating it changes nothing.
   * @throws ABORTED when it is too late, or somebody else decided
   */
  async undo(id: string, caller: Caller): Promise<Row> {
    const { type, unknown } = this.kind;
    if (!isId(id)) throw unknown();
    const undone = await this.parts.dataSource.transaction(async (manager) => {
      const values = `status = 'pending', decided_at = NULL, reject_reason = NULL, deleted_at = NULL,
        decided_by = NULL, decided_by_name = ''`;
      // The clock, not the time at which this transaction began: it may have waited for another one.
      const mine = `decided_by = $2 AND decided_at > clock_timestamp() - interval '${undoSeconds} seconds'
        AND (status = 'rejected' OR deleted_at IS NULL)`;
      const changed = await this.change(manager, id, values, mine, [caller.id]);
      if (!changed) return false;
      await this.unpublish(manager, changed.pictureId);
      await audit(manager, caller, `${type}.undo`, id, changed.label);
      await announce(manager, kinds[type].list, id);
      return true;
    });
    const row = await this.find(id);
    if (undone || (row.status === 'pending' && !row.deletedAt)) return row;
    throw conflict('This can no longer be undone: it is too long ago, or somebody else decided.');
  }

  async delete(id: string, caller: Caller): Promise<void> {
    const { type, unknown, withDeletion } = this.kind;
    if (!isId(id)) throw unknown();
    await this.parts.dataSource.transaction(async (manager) => {
      const values = ['deleted_at = now()', ...(withDeletion ? [withDeletion] : [])].join(', ');
      const deleted = await this.change(manager, id, values, 'deleted_at IS NULL');
      // Deleted already, or never there.
      if (!deleted) return void (await this.kind.find(manager, id));
      const { pictureId, label } = deleted;
      await this.unpublish(manager, pictureId);
      await audit(manager, caller, `${type}.delete`, id, label);
      await announce(manager, kinds[type].list, id);
    });
  }

  /** What takes the picture from where everybody sees it. */
  private async unpublish(manager: EntityManager, pictureId: string | null): Promise<void> {
    if (!pictureId) return;
    // Only where it changes something: a row that the worker is about to finish is then not waited for.
    await manager.update(Picture, { id: pictureId, published: true }, { published: false });
    await addPlacePictureJob(manager, pictureId);
  }

  /** Flips the row; false when someone else was faster. */
  private publish(id: string, pictureId: string | null, caller: Caller): Promise<boolean> {
    const { type, picture } = this.kind;
    return this.parts.dataSource.transaction(async (manager) => {
      const asSeen = `status = 'pending' AND ${picture.column} IS NOT DISTINCT FROM $2::uuid`;
      const approved = await this.decide(manager, id, caller, `status = 'approved'`, asSeen, pictureId);
      if (!approved) return false;
      if (pictureId) {
        await manager.update(Picture, { id: pictureId }, { published: true });
        await addPlacePictureJob(manager, pictureId);
      }
      await addOutcomeMail(manager, { type, id, ...approved });
      await audit(manager, caller, `${type}.approve`, id, approved.label);
      await announce(manager, kinds[type].list, id);
      return true;
    });
  }

  /** As `change`, with when and by whom; `value` is $2. */
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

  /** Changes the row if it is in the state that `where` names; returns what it is, or undefined if it is not. */
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
       RETURNING ${picture.column} AS "pictureId", ${title} AS label, decided_at AS "decidedAt"`,
      [id, ...parameters],
    );
    return changed && { ...changed, decidedAt: changed.decidedAt?.toISOString() ?? '' };
  }

  /** The answer to "approve this" for something that is decided. */
  private asApproved(row: Row): Row {
    if (row.status === 'rejected') throw conflict(`This ${this.kind.type} was already rejected.`);
    if (row.deletedAt) throw this.kind.unknown();
    return row;
  }

  private find(id: string): Promise<Row> {
    return this.kind.find(this.parts.dataSource.manager, id);
  }
}
