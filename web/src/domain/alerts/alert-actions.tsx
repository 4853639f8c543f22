import type { Alert } from '@site/proto/weather/v1/alerts.answers';
import { alertPath, plainTextPath } from './alert-path.js';
import { ShareLink } from './share-link.js';

/** What can be done with an alert: hand on the link of its event, or read it where scripts do not run. */
export function AlertActions({ alert }: { alert: Pick<Alert, 'id' | 'event_key'> }) {
  return (
    <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
      <ShareLink path={alertPath(alert)} />
      {alert.event_key && (
        <a href={plainTextPath(alert.event_key)} className="text-link">
          Text only
        </a>
      )}
    </div>
  );
}
