/** Parts of the picture worker: connections, limits, periodic tasks. */
import { tlsFiles } from '@site/platform/base/config';
import { PeerIdentity } from '@site/platform/base/peer-identity';
import type { Logger } from '@site/platform/base/injection-tokens';
import { ObjectStore, objectStoreSettings } from '@site/platform/data/object-store';
import { ImageLedger } from '@site/platform/lifecycle/image-ledger';
import type { ImageWorkerConfig } from '../config.js';
import { openJobsDatabase } from '../database.js';
import type { PeriodicTask } from '../jobs/periodic-tasks.js';
import { isReferredTo, onImageFinished } from '../submission-kinds.js';
import { connectRemoteImageOwner, type ImageWorkerParts } from '../images/image-owners.js';
import { stagedForHours, sweepOrphans, sweepStaging } from '../images/sweep-objects.js';

/** One for each job, and one for periodic work. */
const maxConnections = 3;

/** Opens the database, object store and client, which the caller must close. */
export async function openImageParts(
  config: ImageWorkerConfig,
  logger: Logger,
): Promise<ImageWorkerParts & { close(): Promise<void> }> {
  const identity = new PeerIdentity('picture-worker', tlsFiles(config), logger);
  const dataSource = await openJobsDatabase(config, { applicationName: 'submissions-picture-worker', maxConnections });
  const store = new ObjectStore(objectStoreSettings(config));
  const content = connectRemoteImageOwner({ peer: 'content', address: config.CONTENT_GRPC_ADDRESS, identity });
  return {
    dataSource,
    store,
    owners: { submissions: new ImageLedger(dataSource, onImageFinished), content },
    isReferredTo,
    async close() {
      content.close();
      store.close();
      await dataSource.destroy();
    },
  };
}

/** Two decoders at `maxDecoderBytes`, and their parent, stay below 1.25 GiB. */
export const maxConcurrentImages = 2;

const hourSeconds = 3_600;
// eslint-disable-next-line no-restricted-syntax -- compared with dates in the object store
const hoursAgo = (hours: number) => new Date(Date.now() - hours * hourSeconds * 1_000);

/** Returns the periodic work of the picture worker. */
export const createImageTasks = ({ store, owners }: ImageWorkerParts): PeriodicTask[] => [
  {
    name: 'remove forgotten uploads',
    intervalSeconds: hourSeconds,
    firstAfterSeconds: 60,
    run: () => sweepStaging(store, Object.values(owners), hoursAgo(stagedForHours)),
  },
  {
    name: 'remove pictures that nobody knows',
    intervalSeconds: 24 * hourSeconds,
    firstAfterSeconds: 600,
    run: () => sweepOrphans(store, Object.values(owners)),
  },
];
