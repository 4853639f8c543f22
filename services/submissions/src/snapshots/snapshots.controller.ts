/** Visitors' photos: upload, public list, and moderation. */
import type { Metadata } from '@grpc/grpc-js';
import { Controller, Inject } from '@nestjs/common';
import { once } from '@site/platform/data/idempotency';
import { isId, newId } from '@site/platform/base/ids';
import { readPage } from '@site/platform/data/lists';
import type { ObjectStore } from '@site/platform/data/object-store';
import { addImage } from '@site/platform/lifecycle/images';
import { LOGGER, OBJECT_STORE, type Logger } from '@site/platform/base/injection-tokens';
import { emailKey } from '@site/domain/email-address';
import { may } from '@site/domain/roles';
import { forbidden, invalid, invalidField, readCaller } from '@site/proto/grpc';
import type { Id, Page } from '@site/proto/gen/nest/common/v1/common';
import {
  SnapshotsServiceControllerMethods,
  type CreateSnapshotRequest,
  type DecideSnapshotsRequest,
  type ListSnapshotsRequest,
  type RejectSnapshotRequest,
  type SnapshotsServiceController,
} from '@site/proto/gen/nest/submissions/v1/snapshots';
import { maxDecisionsPerRequest, termsVersion } from '@site/proto/submissions/v1/snapshots.schema';
import { DataSource, In } from 'typeorm';
import { decideOnEach } from '../decisions/bulk-decision.js';
import { Decisions } from '../decisions/decisions.js';
import {
  findSnapshot,
  senderHistory,
  selectPublicSnapshots,
  snapshotLists,
  unknownSnapshot,
  Snapshot,
  publicSnapshot,
  snapshotMessage,
} from './snapshot.entity.js';
import { snapshotKind } from './snapshot.kind.js';

const searched = `concat_ws(' ', snapshot.firstName, snapshot.lastName, snapshot.email, snapshot.location, snapshot.comment)`;

const isListed = (state: string): state is keyof typeof snapshotLists => Object.hasOwn(snapshotLists, state);

@Controller()
@SnapshotsServiceControllerMethods()
export class SnapshotsController implements SnapshotsServiceController {
  private readonly decisions: Decisions<Snapshot>;

  constructor(
    @Inject(DataSource) private readonly dataSource: DataSource,
    @Inject(OBJECT_STORE) store: ObjectStore,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.decisions = new Decisions(snapshotKind, { dataSource, store, logger });
  }

  /** Stores row, picture, job and idempotency record in one transaction: a response guarantees that all are stored. */
  async createSnapshot(request: CreateSnapshotRequest) {
    const { firstName, lastName, email, location, comment, photo, idempotency } = request;
    if (!photo) throw invalid('A photo is missing.', [{ field: 'snapshot_file_path', message: 'A photo is required' }]);
    if (!idempotency) throw invalid('The idempotency claim is missing.');
    return this.dataSource.transaction(async (manager) => {
      const { response, replayed } = await once(manager, 'snapshot.create', idempotency, async () => {
        const id = newId();
        const imageId = await addImage(manager, photo, 'snapshot', false);
        await manager.insert(Snapshot, {
          id,
          firstName,
          lastName,
          email: emailKey(email),
          location,
          comment,
          status: 'pending',
          termsVersion,
          imageId,
        });
        return { id };
      });
      return { id: response.id, replayed };
    });
  }

  async listPublicSnapshots(request: Page) {
    const list = selectPublicSnapshots(this.dataSource.manager);
    const order = { by: 'decidedAt', newestFirst: true } as const;
    const { page, nextCursor } = await readPage(list, request, order, publicSnapshot);
    return { snapshots: page, nextCursor };
  }

  /** @throws NOT_FOUND also for one that isn't approved or whose image isn't ready */
  async getPublicSnapshot({ id }: Id) {
    const { manager } = this.dataSource;
    const snapshot = isId(id) && (await selectPublicSnapshots(manager).andWhere('snapshot.id = :id', { id }).getOne());
    if (!snapshot) throw unknownSnapshot();
    return publicSnapshot(snapshot);
  }

  async listSnapshots(request: ListSnapshotsRequest) {
    const { manager } = this.dataSource;
    const { state } = request;
    if (!isListed(state)) throw invalidField('state', 'state must be approved, pending or decided');
    const { by, rows } = snapshotLists[state];
    const order = { by, newestFirst: true, searched };
    const { page, nextCursor } = await readPage(rows(manager), request, order, snapshotMessage);
    return { snapshots: page, nextCursor };
  }

  async approveSnapshot({ id }: Id, metadata?: Metadata) {
    return snapshotMessage(await this.decisions.approve(id, readCaller(metadata)));
  }

  async rejectSnapshot({ id, reason }: RejectSnapshotRequest, metadata?: Metadata) {
    return snapshotMessage(await this.decisions.reject(id, reason, readCaller(metadata)));
  }

  async deleteSnapshot({ id }: Id, metadata?: Metadata) {
    await this.decisions.delete(id, readCaller(metadata));
    return {};
  }

  /** Lists earlier similar photos, newest first. */
  async listSimilarSnapshots({ id }: Id) {
    const { manager } = this.dataSource;
    const { duplicateOf } = await findSnapshot(manager, id);
    const snapshots = await manager.find(Snapshot, {
      where: { id: In(duplicateOf) },
      relations: { picture: true },
      order: { createdAt: 'DESC' },
    });
    return { snapshots: snapshots.map(snapshotMessage) };
  }

  async getSenderHistory({ id }: Id) {
    const { snapshots, ...counts } = await senderHistory(this.dataSource.manager, id);
    return { snapshots: snapshots.map(snapshotMessage), ...counts };
  }

  /** Decides on several photos; each gets a separate outcome. @throws INVALID_ARGUMENT naming `ids` */
  async decideSnapshots(request: DecideSnapshotsRequest, metadata?: Metadata) {
    const { ids } = request;
    const decide = this.decisionOf(request, metadata);
    if (ids.length === 0 || ids.length > maxDecisionsPerRequest)
      throw invalidField('ids', `ids must name 1 to ${maxDecisionsPerRequest} photos`);
    const outcomes = await decideOnEach(ids, decide, this.logger);
    return {
      outcomes: outcomes.map(({ id, row, failure }) => ({ id, snapshot: row && snapshotMessage(row), failure })),
    };
  }

  /** Checks the caller's permission and returns the action for each photo. */
  private decisionOf(
    { decision, reason }: DecideSnapshotsRequest,
    metadata: Metadata | undefined,
  ): (id: string) => Promise<Snapshot | undefined> {
    const caller = readCaller(metadata);
    if (decision === 'approve') return (id) => this.decisions.approve(id, caller);
    if (decision === 'reject') return (id) => this.decisions.reject(id, reason, caller);
    if (decision === 'undo') return (id) => this.decisions.undo(id, caller);
    if (decision === 'delete') {
      if (!may(caller.role, 'remove')) throw forbidden('Only an admin can delete snapshots.');
      return async (id) => void (await this.decisions.delete(id, caller));
    }
    throw invalidField('decision', 'decision must be approve, reject, delete or undo');
  }
}
