/** A warning as a card that links to its page. */
import type { Alert } from '@site/proto/weather/v1/alerts.responses';
import { Link } from 'react-router-dom';
import { classNames } from '@/ui/class-names.js';
import { noteOn } from './alert-listing.js';
import { getAlertStyle } from './alert-variant.js';
import { alertPath } from './alert-path.js';
import { NwwsNote } from './nwws-note.js';

export function WarningCard({ alert, now }: { alert: Alert; now: number }) {
  const { Icon, mark } = getAlertStyle(alert);
  return (
    <Link to={alertPath(alert)} className="card flex overflow-hidden hover:bg-surface-raised">
      <span className={classNames('w-2 shrink-0', mark)} />
      <span className="min-w-0 flex-1 p-5 wrap-anywhere">
        {alert.instruction && <span className="mb-2 block font-semibold whitespace-pre-line">{alert.instruction}</span>}
        <span className="flex items-center gap-3 text-lg font-bold">
          <Icon aria-hidden="true" size={20} className="shrink-0" />
          {alert.event}
        </span>
        <span className="mt-1 block">{noteOn(alert, now)}</span>
        <NwwsNote fromNwws={alert.from_nwws} />
      </span>
    </Link>
  );
}
