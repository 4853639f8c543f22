import type { Metadata } from '@grpc/grpc-js';
import { Controller, Inject } from '@nestjs/common';
import { once } from '@site/platform/idempotency';
import { isId, newId } from '@site/platform/ids';
import { decodeCursor, toPage } from '@site/platform/keyset';
import { addPicture } from '@site/platform/pictures';
import { invalid, notFound, readCaller } from '@site/proto/grpc';
import {
  SnapshotsServiceControllerMethods,
  type ApproveSnapshotRequest,
  type CreateSnapshotRequest,
  type CreateSnapshotResponse,
  type DeleteSnapshotRequest,
  type GetPublicSnapshotRequest,
  type GetPublicSnapshotResponse,
  type ListPublicSnapshotsRequest,
  type ListPublicSnapshotsResponse,
  type ListSnapshotsRequest,
  type ListSnapshotsResponse,
  type RejectSnapshotRequest,
  type SnapshotsServiceController,
} from '@site/proto/gen/nest/submissions/v1/snapshots';
import { termsVersion } from '@site/proto/submissions/v1/snapshots.schema';
import { DataSource } from 'typeorm';
import { pageLimit, toFittingPage } from '../lists.js';
import { SnapshotDecisions } from './snapshot-decisions.js';
import { Snapshot, publicSnapshot, snapshotMessage } from './snapshot.entity.js';
import { approvedSnapshots, pageOfSnapshots, pendingSnapshots, searchedSnapshots } from './snapshot-lists.js';

@Controller()
@SnapshotsServiceControllerMethods()
export class SnapshotsController implements SnapshotsServiceController {
  constructor(
    @Inject(DataSource) private readonly dataSource: DataSource,
    @Inject(SnapshotDecisions) private readonly decisions: SnapshotDecisions,
  ) {}

  /** Row, picture, the job that processes it and the idempotency record are one transaction: answered means kept. */
  async createSnapshot(request: CreateSnapshotRequest): Promise<CreateSnapshotResponse> {
    const { firstName, lastName, email, location, comment, photo, idempotency } = request;
    if (!photo) throw invalid('A photo is missing.', [{ field: 'snapshot_file_path', message: 'A photo is required' }]);
    if (!idempotency) throw invalid('The idempotency claim is missing.');
    return this.dataSource.transaction(async (manager) => {
      const { answer, replayed } = await once(manager, 'snapshot.create', idempotency, async () => {
        const id = newId();
        const pictureId = await addPicture(manager, photo, 'snapshot', false);
        await manager.insert(Snapshot, {
          ...{ id, firstName, lastName, email, location, comment },
          status: 'pending',
          termsVersion,
          pictureId,
        });
        return { id };
      });
      return { id: answer.id, replayed };
    });
  }

  async listPublicSnapshots(request: ListPublicSnapshotsRequest): Promise<ListPublicSnapshotsResponse> {
    const limit = pageLimit(request.limit);
    const rows = await pageOfSnapshots(
      approvedSnapshots(this.dataSource.manager, 'shown'),
      'decidedAt',
      limit,
      decodeCursor(request.cursor),
    );
    const { page, nextCursor } = toPage(rows, limit, ({ decidedAt, id }) => ({ at: decidedAt ?? '', id }));
    return { snapshots: page.map(publicSnapshot), nextCursor };
  }

  async getPublicSnapshot({ id }: GetPublicSnapshotRequest): Promise<GetPublicSnapshotResponse> {
    const snapshot = isId(id)
      ? await approvedSnapshots(this.dataSource.manager, 'shown').andWhere('snapshot.id = :id', { id }).getOne()
      : null;
    if (!snapshot) throw notFound('This snapshot does not exist.');
    return { snapshot: publicSnapshot(snapshot) };
  }

  async listSnapshots(request: ListSnapshotsRequest, metadata?: Metadata): Promise<ListSnapshotsResponse> {
    readCaller(metadata);
    const limit = pageLimit(request.limit);
    const after = decodeCursor(request.cursor);
    const { manager } = this.dataSource;
    if (request.state === 'approved') {
      const list = searchedSnapshots(approvedSnapshots(manager, 'all'), request.q);
      const rows = await pageOfSnapshots(list, 'decidedAt', limit, after);
      const position = ({ decidedAt, id }: Snapshot) => ({ at: decidedAt ?? '', id });
      const { page, nextCursor } = toFittingPage(rows, limit, position, snapshotMessage);
      return { snapshots: page, nextCursor };
    }
    if (request.state === 'pending') {
      const list = searchedSnapshots(pendingSnapshots(manager), request.q);
      const rows = await pageOfSnapshots(list, 'createdAt', limit, after);
      const position = ({ createdAt, id }: Snapshot) => ({ at: createdAt, id });
      const { page, nextCursor } = toFittingPage(rows, limit, position, snapshotMessage);
      return { snapshots: page, nextCursor };
    }
    const message = 'state must be approved or pending';
    throw invalid(message, [{ field: 'state', message }]);
  }

  async approveSnapshot({ id }: ApproveSnapshotRequest, metadata?: Metadata) {
    return { snapshot: snapshotMessage(await this.decisions.approve(id, readCaller(metadata))) };
  }

  async rejectSnapshot({ id, reason }: RejectSnapshotRequest, metadata?: Metadata) {
    return { snapshot: snapshotMessage(await this.decisions.reject(id, reason, readCaller(metadata))) };
  }

  async deleteSnapshot({ id }: DeleteSnapshotRequest, metadata?: Metadata) {
    await this.decisions.delete(id, readCaller(metadata));
    return {};
  }
}
