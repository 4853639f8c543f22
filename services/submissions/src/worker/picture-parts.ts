import { tlsFiles } from '@site/platform/base/config';
import { PeerIdentity } from '@site/platform/base/peer-identity';
import type { Logger } from '@site/platform/base/tokens';
import { ObjectStore, objectStoreSettings } from '@site/platform/data/object-store';
import { PictureLedger } from '@site/platform/lifecycle/picture-ledger';
import type { PictureWorkerConfig } from '../config.js';
import { isReferredTo, pictureFinished } from '../kinds.js';
import { remotePictureOwner, type PictureParts } from '../pictures/picture-owners.js';
import { openJobsDatabase } from './open-database.js';

export async function openPictureParts(
  config: PictureWorkerConfig,
  logger: Logger,
): Promise<PictureParts & { close(): Promise<void> }> {
  const identity = new PeerIdentity('picture-worker', tlsFiles(config), logger);
  const dataSource = await openJobsDatabase(config, 'submissions-picture-worker');
  const store = new ObjectStore(objectStoreSettings(config));
  const content = remotePictureOwner({ peer: 'content', address: config.CONTENT_GRPC_ADDRESS, identity });
  return {
    dataSource,
    store,
    owners: { submissions: new PictureLedger(dataSource, pictureFinished), content },
    isReferredTo,
    async close() {
      content.close();
      store.close();
      await dataSource.destroy();
    },
  };
}

/**
 * Limits of each process that decodes pictures (`ProcessLimits`). Enough for one that uses as much memory as a picture
 * may (`pictureLimits`).
 */
export const pictureProcessLimits = { memoryBytes: 576 * 1024 * 1024 };
/** Two processes at the memory limit of a picture, and their parent, stay below 1.25 GiB. */
export const picturesAtOnce = 2;
