import type { Metadata } from '@grpc/grpc-js';
import { Controller, Inject } from '@nestjs/common';
import { readAllowed } from '@site/platform/data/admin';
import type { PageRequest } from '@site/platform/data/lists';
import type { ForwardMigration } from '@site/platform/data/forward-migration';
import { DataSource } from 'typeorm';
import type { ContentKind } from './content-kind.js';
import { ContentRows, type EditRequest, type WriteRequest } from './content-rows.js';
import { moveRow, type MoveRequest } from './move-row.js';

/** A part of this service: kinds of content that share a gRPC service, and its controller. */
export interface ContentFeature {
  kinds: ContentKind[];
  controller: new (dataSource: DataSource) => object;
  /** The feature's own migrations; the tables of the first release were created together. */
  migrations: (new () => ForwardMigration)[];
  /** Entities besides those of its kinds. */
  entities?: (new () => object)[];
  /** Background providers besides the rpcs. */
  providers?: (new (...dependencies: never[]) => object)[];
}

/** The decorator that ts-proto generates for a service; it rejects a class that lacks one of the service's rpcs. */
type ServiceMethods = () => (controller: new (dataSource: DataSource) => object) => void;

/**
 * Returns a feature whose controller implements the rpcs of each kind: List…s and Get… by id (for a single kind, Get…
 * without an id), Create…, Update… and Delete…, and Move… if editors set the order.
 * @param others the service's other rpcs
 */
export function contentFeature(
  serviceMethods: ServiceMethods,
  kinds: ContentKind[],
  migrations: ContentFeature['migrations'] = [],
  others: object & ThisType<Controlled> = {},
): ContentFeature {
  @Controller()
  class ContentController {
    constructor(@Inject(DataSource) readonly dataSource: DataSource) {}
  }
  // Metrics and traces name the rpcs by their class.
  Object.defineProperty(ContentController, 'name', {
    value: serviceMethods.name.replace('ServiceControllerMethods', 'Controller'),
  });
  for (const [name, value] of Object.entries(
    Object.assign({}, ...kinds.map(rpcsOf), others) as Record<string, unknown>,
  ))
    Object.defineProperty(ContentController.prototype, name, { value, writable: true, configurable: true });
  serviceMethods()(ContentController);
  return { kinds, controller: ContentController, migrations };
}

interface Controlled {
  dataSource: DataSource;
}

function rpcsOf(kind: ContentKind) {
  const { rpcName, field } = kind;
  const rows = ({ dataSource }: Controlled) => new ContentRows<object>(dataSource, kind);
  const written = ({ message, replayed }: { message: object | undefined; replayed: boolean }) => ({
    [field]: message,
    replayed,
  });
  const lists = {
    async [`list${rpcName}s`](this: Controlled, request: PageRequest, metadata?: Metadata) {
      if (kind.forEditors) readAllowed(metadata, 'content');
      const { page, nextCursor } = await rows(this).list(request);
      return { [`${field}s`]: page, nextCursor };
    },
    async [`get${rpcName}`](this: Controlled, { id }: { id: string }, metadata?: Metadata) {
      if (kind.forEditors) readAllowed(metadata, 'content');
      return { [field]: await rows(this).get(id) };
    },
  };
  const theOne = {
    async [`get${rpcName}`](this: Controlled, _request: object, metadata?: Metadata) {
      return { [field]: await rows(this).theOne(metadata) };
    },
  };
  const moves = {
    [`move${rpcName}`](this: Controlled, request: MoveRequest, metadata?: Metadata) {
      return moveRow(this.dataSource, kind, request, metadata);
    },
  };
  return {
    ...(kind.single ? theOne : lists),
    ...(kind.placed && moves),
    async [`create${rpcName}`](this: Controlled, request: WriteRequest, metadata?: Metadata) {
      return written(await rows(this).create(request, metadata));
    },
    async [`update${rpcName}`](this: Controlled, request: EditRequest, metadata?: Metadata) {
      return written(await rows(this).edit(request, metadata));
    },
    [`delete${rpcName}`](this: Controlled, { id }: { id: string }, metadata?: Metadata) {
      return rows(this).delete(id, metadata);
    },
  };
}
