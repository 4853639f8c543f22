/** Client of the weather proxy's event log. */
import type { PeerIdentity } from '@site/platform/base/peer-identity';
import { rpcClient } from '@site/platform/service/rpc-client';
import type { ChangesServiceClient, WatchChangesResponse } from '@site/proto/gen/nest/changes/v1/changes';
import type { AlertEventsServiceClient, ListAlertEventsResponse } from '@site/proto/gen/nest/weather/v1/alert_events';
import type { Observable } from 'rxjs';

export interface AlertLog {
  /** Lists events after a sequence number, oldest first. Takes at most 5 seconds. */
  list(after: number, limit: number): Promise<ListAlertEventsResponse>;
  /** Its change notices, until the stream ends or fails. */
  notices(): Observable<WatchChangesResponse>;
  close(): void;
}

/** Room for a hundred revisions with their areas. */
const maxResponseBytes = 8 * 1024 * 1024;

/** Opens the connection, which the caller must close. */
export function openAlertLog(address: string, identity: PeerIdentity): AlertLog {
  const remote = { peer: 'weather-proxy', address, identity } as const;
  const timeouts = { 'weather.v1.AlertEventsService': '5s' } as const;
  const client = rpcClient(remote, ['weather', 'changes'], timeouts, maxResponseBytes);
  const events = client.calls<AlertEventsServiceClient>('AlertEventsService');
  const changes = client.contract<ChangesServiceClient>('ChangesService');
  return {
    list: (after, limit) => events.listAlertEvents({ after, limit }),
    notices: () => changes.watchChanges({}),
    close: client.close,
  };
}
