/** The services whose images the worker processes, and their client. */
import type { ObjectStore } from '@site/platform/data/object-store';
import type { PictureLedger } from '@site/platform/lifecycle/picture-ledger';
import { rpcClient, type Remote } from '@site/platform/service/rpc-client';
import type { PicturesServiceClient } from '@site/proto/gen/nest/pictures/v1/pictures';
import { firstValueFrom } from 'rxjs';
import type { DataSource, EntityManager } from 'typeorm';

export interface PictureParts {
  dataSource: DataSource;
  store: ObjectStore;
  owners: PictureOwners;
  isReferredTo: (manager: EntityManager, pictureId: string) => Promise<boolean>;
}

/** The worker's interface to the service that owns a picture. */
export type PictureOwner = Pick<
  PictureLedger,
  'claim' | 'complete' | 'reject' | 'fail' | 'findStaged' | 'findPictures' | 'claimPlacement' | 'completePlacement'
>;

/** The services that own pictures, by schema name. */
export type PictureOwners = Record<'submissions' | 'content', PictureOwner>;

export interface RemotePictureOwner extends PictureOwner {
  close(): void;
}

/** Opens a connection to another service that owns images. Calls fail after 5 seconds. */
export function remotePictureOwner(remote: Remote): RemotePictureOwner {
  const client = rpcClient(remote, ['pictures'], { 'pictures.v1.PicturesService': '5s' });
  const pictures = client.getService<PicturesServiceClient>('PicturesService');
  return {
    claim: (request) => firstValueFrom(pictures.claimPicture(request)),
    complete: async (request) => void (await firstValueFrom(pictures.completePicture(request))),
    reject: async (request) => void (await firstValueFrom(pictures.rejectPicture(request))),
    fail: async (request) => void (await firstValueFrom(pictures.failPicture(request))),
    findStaged: (request) => firstValueFrom(pictures.findStagedUploads(request)),
    findPictures: (request) => firstValueFrom(pictures.findPictures(request)),
    claimPlacement: (request) => firstValueFrom(pictures.claimPlacement(request)),
    completePlacement: (request) => firstValueFrom(pictures.completePlacement(request)),
    close: () => client.close(),
  };
}
