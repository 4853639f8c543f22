/** Runs the submissions service on a test database and bucket, with optional workers. */
import { createHash, randomUUID } from 'node:crypto';
import { status } from '@grpc/grpc-js';
import { databaseOptions } from '@site/platform/data/database';
import { ImageLedger } from '@site/platform/lifecycle/image-ledger';
import { type QueueSettings } from '@site/platform/jobs/queue';
import type { MailReportSettings } from '@site/platform/mail/report-access';
import { testIdentity } from '@site/platform/testing/identities';
import { testDatabase, type TestDatabase } from '@site/platform/testing/database';
import { testLogger } from '@site/platform/testing/logger';
import { openAs, testObjectStore } from '@site/platform/testing/object-store';
import { startTestService, type TestService } from '@site/platform/testing/service';
import { until } from '@site/platform/testing/until';
import { type ObjectStore } from '@site/platform/data/object-store';
import { queuesOf } from '@site/proto/queues';
import { type Caller } from '@site/proto/grpc';
import {
  type CreateSnapshotRequest,
  type CreateSnapshotResponse,
  type DecideSnapshotsResponse,
  type ListSnapshotsResponse,
  type Snapshot,
} from '@site/proto/gen/nest/submissions/v1/snapshots';
import { type StagedUpload } from '@site/proto/gen/nest/images/v1/images';
import { DataSource } from 'typeorm';
import { AppModule } from '../app.module.js';
import { submissionsDatabase } from '../database.js';
import { type QueueWorker } from '../jobs/queue-worker.js';
import { onImageFinished } from '../submission-kinds.js';
import { connectRemoteImageOwner } from '../images/image-owners.js';
import { grantImageRights } from '../worker/image-rights.js';
import { startModeration, type ModerationParts } from './moderation.js';

const buildCaller = (role: Caller['role'], name: string): Caller => ({
  id: randomUUID(),
  name,
  role,
  clientAddress: '192.0.2.1',
});
export const admin = buildCaller('admin', 'Ada Admin');
export const moderator = buildCaller('moderator', 'Mo Moderator');
export const editor = buildCaller('editor', 'Ed Editor');

async function connectAsImageWorker({ dataSource, settings }: TestDatabase): Promise<DataSource> {
  // The test run's databases share the role.
  await dataSource.query(
    'DO $$ BEGIN CREATE ROLE pictures; EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; END $$',
  );
  await dataSource.query('GRANT USAGE ON SCHEMA submissions TO pictures');
  await grantImageRights(settings.url);
  const options = databaseOptions(settings);
  const extra = options.extra as { options: string };
  Object.assign(options, { extra: { ...extra, options: `${extra.options} -c role=pictures` } });
  return new DataSource(options).initialize();
}

/** The whole service, with optional workers, on a separate database and bucket. */
export class Submissions {
  private moderations: QueueWorker[] = [];
  private readonly contentOwner;

  private constructor(
    readonly database: TestDatabase,
    private readonly imageWorkerDataSource: DataSource,
    /** The bucket with each process's keys, and the owner's. */
    readonly stores: Record<'owner' | 'pictures' | 'seed', ObjectStore>,
    readonly service: TestService,
    readonly queue: QueueSettings,
  ) {
    // Stands in for content: the contract is the same.
    this.contentOwner = connectRemoteImageOwner({
      peer: 'submissions',
      address: service.address,
      identity: testIdentity('picture-worker'),
    });
  }

  static async start({
    requeueAfterSeconds = 120,
    mailReports,
  }: { requeueAfterSeconds?: number; mailReports?: MailReportSettings } = {}): Promise<Submissions> {
    const database = await testDatabase(submissionsDatabase);
    const imageWorkerDataSource = await connectAsImageWorker(database);
    const { store, settings } = await testObjectStore('submissions');
    const queue = {
      redisUrl: process.env['REDIS_URL'],
      databaseUrl: database.settings.url,
      onError: () => undefined,
    };
    const service = await startTestService({
      name: 'submissions',
      module: AppModule.with({
        logger: testLogger,
        database: database.settings,
        objectStore: settings,
        queues: { names: queuesOf.submissions, settings: queue },
        outbox: { requeueAfterSeconds },
        mailReports,
      }),
      packages: ['submissions', 'changes', 'images', 'audit', 'trash', 'jobs', 'mail', 'mentions'],
      logger: testLogger,
    });
    const stores = { owner: store, pictures: openAs(settings, 'pictures'), seed: openAs(settings, 'seed') };
    return new Submissions(database, imageWorkerDataSource, stores, service, queue);
  }

  async stop(): Promise<void> {
    await Promise.all(this.moderations.map((moderation) => moderation.close()));
    this.contentOwner.close();
    await this.service.close();
    for (const store of Object.values(this.stores)) store.close();
    await this.imageWorkerDataSource.destroy();
    await this.database.drop();
  }

  /** `parts` overrides what a test wants to break. */
  startWorker(parts: Partial<ModerationParts> = {}): QueueWorker {
    const moderation = startModeration({
      dataSource: this.imageWorkerDataSource,
      store: this.stores.pictures,
      owners: { submissions: new ImageLedger(this.imageWorkerDataSource, onImageFinished), content: this.contentOwner },
      queue: this.queue,
      logger: testLogger,
      ...parts,
    });
    this.moderations.push(moderation);
    return moderation;
  }

  get store(): ObjectStore {
    return this.stores.owner;
  }

  get ledger(): ImageLedger {
    return new ImageLedger(this.database.dataSource, onImageFinished);
  }

  retryImage = (imageId: string, caller: Caller | undefined = moderator) =>
    this.service.call<object>('images.v1.ImagesService', 'retryImage', { id: imageId }, caller);

  /** Stores bytes as the gateway does. */
  async stage(bytes: Buffer, mediaType = 'image/jpeg'): Promise<StagedUpload> {
    const key = `staging/${randomUUID()}`;
    await this.store.put(key, bytes, mediaType);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    return { key, sha256, sizeBytes: bytes.length, mediaType };
  }

  async send(bytes: Buffer, fields: Partial<CreateSnapshotRequest> = {}): Promise<string> {
    const { id } = await this.create({ photo: await this.stage(bytes), ...fields });
    return id;
  }

  create(fields: Partial<CreateSnapshotRequest> = {}): Promise<CreateSnapshotResponse> {
    return this.snapshots('createSnapshot', {
      firstName: 'Nora',
      lastName: 'Example',
      email: 'nora@example.com',
      location: 'Mountain View',
      comment: 'Fog in the valley',
      photo: { key: `staging/${randomUUID()}`, sha256: 'a'.repeat(64), sizeBytes: 1_000, mediaType: 'image/jpeg' },
      idempotency: { key: randomUUID(), fingerprint: 'f'.repeat(64) },
      ...fields,
    });
  }

  snapshots<Response>(method: string, request: object, caller?: Caller): Promise<Response> {
    return this.service.call<Response>('submissions.v1.SnapshotsService', method, request, caller);
  }

  approve = (id: string, caller = admin) => this.snapshots<Snapshot>('approveSnapshot', { id }, caller);
  reject = (id: string, reason?: string) => this.snapshots<Snapshot>('rejectSnapshot', { id, reason }, admin);
  /** Decides on several snapshots, repeating for those not reached in time; returns results by id. */
  decide = async (
    decision: string,
    ids: string[],
    { reason, caller = admin }: { reason?: string; caller?: Caller } = {},
  ) => {
    const became = new Map<string, DecideSnapshotsResponse['outcomes'][number]>();
    for (let rest = ids; rest.length > 0; rest = rest.filter((id) => !became.has(id))) {
      const request = { decision, ids: rest, reason };
      const { outcomes } = await this.snapshots<DecideSnapshotsResponse>('decideSnapshots', request, caller);
      if (outcomes.length === 0) throw new Error('nothing was decided');
      for (const outcome of outcomes) became.set(outcome.id, outcome);
    }
    return became;
  };
  delete = (id: string) => this.snapshots<object>('deleteSnapshot', { id }, admin);

  /** Returns the snapshot as moderators see it, if listed. */
  async listed(id: string, state: 'pending' | 'approved'): Promise<Snapshot | undefined> {
    const { snapshots } = await this.snapshots<ListSnapshotsResponse>('listSnapshots', { state, limit: 100 }, admin);
    return snapshots.find((snapshot) => snapshot.id === id);
  }

  /** Waits until the photo's sizes are made. */
  ready(id: string): Promise<Snapshot> {
    const ready = async () => {
      // On a busy machine, connecting may exceed the pool's timeout.
      const snapshot = await this.listed(id, 'pending').catch((error: { code?: status }) => {
        if (error.code === status.UNAVAILABLE) return undefined;
        throw error;
      });
      return snapshot?.picture?.state === 'ready' ? snapshot : undefined;
    };
    return until('the picture to be ready', ready, 25_000);
  }

  /** Waits until all jobs of the photo are processed. */
  settled(id: string): Promise<unknown> {
    return until('the outbox to be empty', async () => {
      const open = await this.query(
        `SELECT FROM outbox JOIN snapshots ON payload ->> 'pictureId' = image_id::text
         WHERE snapshots.id = $1 AND processed_at IS NULL`,
        [id],
      );
      return open.length === 0;
    });
  }

  query<Row extends object>(statement: string, values: unknown[] = []): Promise<Row[]> {
    return this.database.dataSource.query<Row[]>(statement, values);
  }
}
