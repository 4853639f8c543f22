/** The Nest module with a service's infrastructure: logger, database, object store, queues. */
import { Global, Inject, Module, Optional, type DynamicModule, type OnApplicationShutdown } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import type { Queue } from 'bullmq';
import { databaseOptions, openDatabase, ForbiddenRoleError, type DatabaseSettings } from '../data/database.js';
import type { ObjectStore, ObjectStoreSettings } from '../data/object-store.js';
import type { QueueName, QueueSettings } from '../jobs/queue.js';
import { LOGGER, OBJECT_STORE, QUEUES, type Logger } from '../base/injection-tokens.js';

export interface ServiceParts {
  logger: Logger;
  database?: DatabaseSettings;
  objectStore?: ObjectStoreSettings;
  /** The queues that this service's outbox feeds. */
  queues?: { names: readonly QueueName[]; settings: QueueSettings };
}

/** Loads the client, which takes 10 MB, only if there is a store. */
async function openStore(settings: ObjectStoreSettings): Promise<ObjectStore> {
  const { ObjectStore } = await import('../data/object-store.js');
  return new ObjectStore(settings);
}

/** Loads BullMQ and the Redis client (another 10 MB) only if there are queues. */
async function openQueues(names: readonly QueueName[], settings: QueueSettings): Promise<Map<QueueName, Queue>> {
  const { openQueue } = await import('../jobs/queue.js');
  return new Map(names.map((name) => [name, openQueue(name, settings)]));
}

/** Infrastructure, injectable everywhere: LOGGER, and DataSource, OBJECT_STORE and QUEUES if requested. */
@Global()
@Module({})
export class ServiceModule implements OnApplicationShutdown {
  constructor(
    @Optional() @Inject(QUEUES) private readonly queues?: Map<QueueName, Queue>,
    @Optional() @Inject(OBJECT_STORE) private readonly store?: ObjectStore,
  ) {}

  /** Provides only the parts that are given. */
  static with(parts: ServiceParts): DynamicModule {
    const { logger, database, objectStore, queues } = parts;
    const providers = [
      { provide: LOGGER, useValue: logger },
      ...(objectStore ? [{ provide: OBJECT_STORE, useFactory: () => openStore(objectStore) }] : []),
      ...(queues ? [{ provide: QUEUES, useFactory: () => openQueues(queues.names, queues.settings) }] : []),
    ];
    return {
      module: ServiceModule,
      imports: database
        ? [
            TypeOrmModule.forRootAsync({
              useFactory: () => ({
                ...databaseOptions(database),
                toRetry: (error: unknown) => {
                  if (error instanceof ForbiddenRoleError) return false;
                  logger.warn({ err: error }, 'cannot connect to the database; retrying');
                  return true;
                },
              }),
              dataSourceFactory: () => openDatabase(database),
            }),
            TypeOrmModule.forFeature(database.entities as (abstract new () => unknown)[] as never),
          ]
        : [],
      providers,
      exports: [...providers.map((provider) => provider.provide), ...(database ? [TypeOrmModule] : [])],
    };
  }

  async onApplicationShutdown() {
    await Promise.all([...(this.queues?.values() ?? [])].map((queue) => queue.close().catch(() => undefined)));
    this.store?.close();
  }
}
