/** Client of the notifications service: newsletters wait for warnings. */
import { rpcClient, type Remote } from '@site/platform/service/rpc-client';
import type { DeliveriesServiceClient } from '@site/proto/gen/nest/notifications/v1/deliveries';

/** Checks whether notifications is sending a warning, which goes before newsletters. */
export interface WarningWatch {
  /** Never rejects; takes at most a fifth of a second. Without a response, the newsletter continues. */
  isWarningUnderWay(): Promise<boolean>;
  close(): void;
}

/** Needs all nine digits: grpc-js parses the fraction as nanoseconds, whatever its length. */
const timeout = '0.200000000s';

/** Opens the connection, which the caller must close. No response within 0.2 seconds counts as no warning. */
export function warningWatch(remote: Remote): WarningWatch {
  const client = rpcClient(remote, ['notifications'], { 'notifications.v1.DeliveriesService': timeout });
  const deliveries = client.calls<DeliveriesServiceClient>('DeliveriesService');
  return {
    isWarningUnderWay: () =>
      deliveries.getUrgency({}).then(
        ({ urgent }) => urgent,
        () => false,
      ),
    close: client.close,
  };
}
