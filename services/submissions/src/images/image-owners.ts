/** The services whose images the worker processes, and their client. */
import type { ObjectStore } from '@site/platform/data/object-store';
import { rpcClient, type Calls, type Remote } from '@site/platform/service/rpc-client';
import type { ImagesServiceClient } from '@site/proto/gen/nest/images/v1/images';
import type { DataSource, EntityManager } from 'typeorm';

export interface ImageWorkerParts {
  dataSource: DataSource;
  store: ObjectStore;
  owners: ImageOwners;
  isReferredTo: (manager: EntityManager, imageId: string) => Promise<boolean>;
}

/** The worker's interface to the service that owns a picture: its rpcs, or this service's own ledger. */
export type ImageOwner = Omit<Calls<ImagesServiceClient>, 'retryImage'>;

/** The services that own pictures, by schema name. */
export type ImageOwners = Record<'submissions' | 'content', ImageOwner>;

/** Opens a connection to another service that owns images. Calls fail after 5 seconds. */
export function connectRemoteImageOwner(remote: Remote): ImageOwner & { close(): void } {
  const client = rpcClient(remote, ['images'], { 'images.v1.ImagesService': '5s' });
  return { ...client.calls<ImagesServiceClient>('ImagesService'), close: client.close };
}
