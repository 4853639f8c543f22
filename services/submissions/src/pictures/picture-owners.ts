import { type PictureLedger } from '@site/platform/pictures';
import { protoFiles } from '@site/platform/start';
import { clientOptions, messageOptions } from '@site/proto/grpc';
import { type PicturesServiceClient } from '@site/proto/gen/nest/pictures/v1/pictures';
import { ClientProxyFactory, Transport } from '@nestjs/microservices';
import { firstValueFrom } from 'rxjs';

/** What the worker needs of the service that a picture belongs to. */
export type PictureOwner = Pick<
  PictureLedger,
  'claim' | 'complete' | 'reject' | 'findStaged' | 'findPictures' | 'claimPlacement' | 'completePlacement'
>;

/** Who may own pictures; the names are those of the services' schemas. */
export type OwnerName = 'submissions' | 'content';
export type PictureOwners = Record<OwnerName, PictureOwner>;

/** A picture owner in another process. */
export interface RemotePictureOwner extends PictureOwner {
  close(): void;
}

/** Speaks to the PicturesService at `address`. A call takes at most 5 seconds; a failed one is tried again by the queue. */
export function remotePictureOwner(address: string): RemotePictureOwner {
  const client = ClientProxyFactory.create({
    transport: Transport.GRPC,
    options: {
      url: address,
      package: 'pictures.v1',
      protoPath: protoFiles(['pictures']),
      loader: messageOptions,
      channelOptions: clientOptions({ 'pictures.v1.PicturesService': '5s' }),
    },
  });
  const pictures = client.getService<PicturesServiceClient>('PicturesService');
  return {
    claim: (request) => firstValueFrom(pictures.claimPicture(request)),
    complete: async (request) => void (await firstValueFrom(pictures.completePicture(request))),
    reject: async (request) => void (await firstValueFrom(pictures.rejectPicture(request))),
    findStaged: (request) => firstValueFrom(pictures.findStagedUploads(request)),
    findPictures: (request) => firstValueFrom(pictures.findPictures(request)),
    claimPlacement: (request) => firstValueFrom(pictures.claimPlacement(request)),
    completePlacement: (request) => firstValueFrom(pictures.completePlacement(request)),
    close: () => client.close(),
  };
}
