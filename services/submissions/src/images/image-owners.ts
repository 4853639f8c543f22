/** The services whose images the worker processes, and their client. */
import type { ObjectStore } from '@site/platform/data/object-store';
import type { ImageLedger } from '@site/platform/lifecycle/image-ledger';
import { rpcClient, type Remote } from '@site/platform/service/rpc-client';
import type { ImagesServiceClient } from '@site/proto/gen/nest/images/v1/images';
import { firstValueFrom } from 'rxjs';
import type { DataSource, EntityManager } from 'typeorm';

export interface ImageWorkerParts {
  dataSource: DataSource;
  store: ObjectStore;
  owners: ImageOwners;
  isReferredTo: (manager: EntityManager, imageId: string) => Promise<boolean>;
}

/** The worker's interface to the service that owns a picture. */
export type ImageOwner = Pick<
  ImageLedger,
  'claim' | 'complete' | 'reject' | 'fail' | 'findStaged' | 'findImages' | 'claimPlacement' | 'completePlacement'
>;

/** The services that own pictures, by schema name. */
export type ImageOwners = Record<'submissions' | 'content', ImageOwner>;

export interface RemoteImageOwner extends ImageOwner {
  close(): void;
}

/** Opens a connection to another service that owns images. Calls fail after 5 seconds. */
export function connectRemoteImageOwner(remote: Remote): RemoteImageOwner {
  const client = rpcClient(remote, ['images'], { 'images.v1.ImagesService': '5s' });
  const imagesService = client.getService<ImagesServiceClient>('ImagesService');
  return {
    claim: (request) => firstValueFrom(imagesService.claimImage(request)),
    complete: async (request) => void (await firstValueFrom(imagesService.completeImage(request))),
    reject: async (request) => void (await firstValueFrom(imagesService.rejectImage(request))),
    fail: async (request) => void (await firstValueFrom(imagesService.failImage(request))),
    findStaged: (request) => firstValueFrom(imagesService.findStagedUploads(request)),
    findImages: (request) => firstValueFrom(imagesService.findImages(request)),
    claimPlacement: (request) => firstValueFrom(imagesService.claimPlacement(request)),
    completePlacement: (request) => firstValueFrom(imagesService.completePlacement(request)),
    close: () => client.close(),
  };
}
