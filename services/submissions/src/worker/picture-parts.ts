import { tlsFiles } from '@site/platform/base/config';
import { PeerIdentity } from '@site/platform/base/peer-identity';
import type { Logger } from '@site/platform/base/tokens';
import { ObjectStore, objectStoreSettings } from '@site/platform/data/object-store';
import { PictureLedger } from '@site/platform/lifecycle/picture-ledger';
import type { PictureWorkerConfig } from '../config.js';
import { isReferredTo, pictureFinished } from '../kinds.js';
import { remotePictureOwner, type PictureParts } from '../pictures/picture-owners.js';
import { openJobsDatabase } from './open-database.js';

/** Everything that the jobs of pictures need, and how to put it away. */
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

/** Of each process that decodes pictures (`ProcessLimits`): one that holds as much as a picture may (`pictureLimits`) stays below. */
export const pictureProcessLimits = { memoryBytes: 576 * 1024 * 1024 };
/** Two that hold as much as a picture may, and the process that starts them, stay below a gibibyte and a quarter. */
export const picturesAtOnce = 2;
