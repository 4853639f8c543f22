import { ClientProxyFactory, Transport, type ClientGrpcProxy } from '@nestjs/microservices';
import { LastingChannel } from '@site/platform/base/lasting-channel';
import { toPeer, type PeerIdentity } from '@site/platform/base/peer-identity';
import { protoFiles } from '@site/platform/service/start';
import type { AlertEventsServiceClient, ListAlertEventsResponse } from '@site/proto/gen/nest/weather/v1/alert_events';
import type { ChangesServiceClient, WatchChangesResponse } from '@site/proto/gen/nest/changes/v1/changes';
import { clientOptions, messageOptions } from '@site/proto/grpc';
import { firstValueFrom, type Observable } from 'rxjs';

export interface AlertLog {
  /** Lists events after a sequence number, oldest first. A call takes at most 5 seconds. */
  list(after: number, limit: number): Promise<ListAlertEventsResponse>;
  /** Its change notices, until the stream ends or fails. */
  notices(): Observable<WatchChangesResponse>;
  close(): void;
}

const services = { weather: 'AlertEventsService', changes: 'ChangesService' } as const;
/** Room for a hundred revisions with their areas. */
const largestAnswerBytes = 8 * 1024 * 1024;

export function openAlertLog(address: string, identity: PeerIdentity): AlertLog {
  const credentials = identity.channelCredentials('weather-proxy');
  const client: ClientGrpcProxy = ClientProxyFactory.create({
    transport: Transport.GRPC,
    options: {
      url: address,
      package: Object.keys(services).map((name) => `${name}.v1`),
      protoPath: [...protoFiles(['weather', 'changes'])],
      loader: messageOptions,
      credentials,
      channelOptions: {
        channelOverride: new LastingChannel(address, credentials, {
          ...clientOptions({ [`weather.v1.${services.weather}`]: '5s' }),
          ...toPeer('weather-proxy'),
          'grpc.max_receive_message_length': largestAnswerBytes,
        }),
      },
    },
  });
  const events = client.getService<AlertEventsServiceClient>(services.weather);
  const changes = client.getService<ChangesServiceClient>(services.changes);
  return {
    list: (after, limit) => firstValueFrom(events.listAlertEvents({ after, limit })),
    notices: () => changes.watchChanges({}),
    close: () => client.close(),
  };
}
