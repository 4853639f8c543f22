/** Starts the content service for tests, and inserts rows. */
import { newId } from '@site/platform/base/ids';
import { addImage, StoredImage } from '@site/platform/lifecycle/images';
import { testDatabase, type TestDatabase } from '@site/platform/testing/database';
import { testLogger } from '@site/platform/testing/logger';
import { startTestService, type TestService } from '@site/platform/testing/service';
import { queuesOf } from '@site/proto/queues';
import type { ImageKind } from '@site/domain/images/image-kinds';
import { AppModule, packages } from '../app.module.js';
import { contentDatabase } from '../database.js';
import { Faq } from '../features/faqs.feature.js';
import { Post } from '../posts/posts.feature.js';
import { TeamMember } from '../features/team.feature.js';

export interface TestContent {
  database: TestDatabase;
  service: TestService;
  close(): Promise<void>;
}

/** Starts the service on a fresh database. The caller must close it. */
export async function startContent(): Promise<TestContent> {
  const database = await testDatabase(contentDatabase);
  const settings = { redisUrl: process.env['REDIS_URL'], databaseUrl: database.settings.url, onError: () => undefined };
  const service = await startTestService({
    name: 'content',
    packages,
    logger: testLogger,
    module: AppModule.with({
      logger: testLogger,
      database: database.settings,
      queues: { names: queuesOf.content, settings },
    }),
  });
  return {
    database,
    service,
    async close() {
      await service.close();
      await database.drop();
    },
  };
}

/** Inserts rows directly. */
export function builders({ dataSource }: TestDatabase) {
  const insert = async <Row extends { id: string }>(entity: new () => Row, row: Omit<Partial<Row>, 'id'>) => {
    const id = newId();
    await dataSource.getRepository(entity).insert({ ...row, id } as never);
    return id;
  };
  return {
    /** Published since its creation, unless the row says otherwise. */
    post: (row: Partial<Post> = {}) =>
      insert(Post, {
        title: 'A title',
        description: 'Some words.',
        ...(row.createdAt && { publishedAt: row.createdAt }),
        ...row,
      }),
    faq: (row: Partial<Faq> = {}) => insert(Faq, { question: 'Why?', answer: 'Because.', ...row }),
    member: (row: Partial<TeamMember> = {}) => insert(TeamMember, { name: 'Jo', designation: 'Forecaster', ...row }),
    /** Waiting for the worker. */
    picture: (kind: ImageKind) =>
      dataSource.transaction((manager) =>
        addImage(
          manager,
          { key: `staging/${newId()}`, sha256: '0'.repeat(64), sizeBytes: 10, mediaType: 'image/png' },
          kind,
          true,
        ),
      ),
    /** Finished by the worker. */
    async createReadyImage(kind: ImageKind) {
      const id = await this.picture(kind);
      const size = {
        key: `${kind}s/ab/${id}-640.webp`,
        width: 640,
        height: 360,
        mediaType: 'image/webp',
        sizeBytes: 1_234,
      };
      await dataSource.getRepository(StoredImage).update(id, {
        state: 'ready',
        width: 640,
        height: 360,
        sizes: [size],
        placeholder: 'data:image/webp;base64,AA',
      });
      return id;
    },
  };
}
