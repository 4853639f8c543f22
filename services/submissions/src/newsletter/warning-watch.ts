import type { DeliveriesServiceClient } from '@site/proto/gen/nest/notifications/v1/deliveries';
import { firstValueFrom } from 'rxjs';
import { rpcClient, type Remote } from '../jobs/rpc-client.js';

/** What the worker asks notifications: whether a warning is on its way, which goes first. */
export interface WarningWatch {
  /** Never rejects, and takes no longer than a fifth of a second: without an answer the newsletter goes on. */
  isWarningUnderWay(): Promise<boolean>;
  close(): void;
}

/** All nine digits: grpc-js takes what is behind the point for nanoseconds, however many there are. */
const timeout = '0.200000000s';

export function warningWatch(remote: Remote): WarningWatch {
  const client = rpcClient(remote, 'notifications', ['DeliveriesService'], timeout);
  const deliveries = client.getService<DeliveriesServiceClient>('DeliveriesService');
  return {
    isWarningUnderWay: () =>
      firstValueFrom(deliveries.getUrgency({})).then(
        ({ urgent }) => urgent,
        () => false,
      ),
    close: () => client.close(),
  };
}
