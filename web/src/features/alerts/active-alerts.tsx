import { Link } from 'react-router-dom';
import { alertPath } from '../../components/alerts/alert-details.js';
import { AlertListing } from '../../components/alerts/alert-listing.js';
import { severityLook } from '../../components/alerts/severity.js';
import { classNames } from '../../components/class-names.js';
import type { Alert } from '../../components/weather/forecast-types.js';
import { useAlerts } from '../../components/weather/weather-queries.js';

/** Every active alert as a plain list, the most severe first. */
export function ActiveAlerts() {
  const alerts = useAlerts();
  return (
    <section aria-labelledby="active-heading">
      <h2 id="active-heading" className="text-2xl">
        In effect now
      </h2>
      <AlertListing alerts={alerts} lineLook="card mt-6 p-5 text-lg" listLook="mt-6 flex flex-col gap-3">
        {(alert, note) => <AlertCard alert={alert} note={note} />}
      </AlertListing>
    </section>
  );
}

function AlertCard({ alert, note }: { alert: Alert; note: string }) {
  const { Icon, mark } = severityLook(alert.severity);
  return (
    <Link to={alertPath(alert.id)} className="card flex overflow-hidden hover:bg-surface-raised">
      <span className={classNames('w-2 shrink-0', mark)} />
      <span className="flex min-w-0 flex-1 flex-col gap-1 p-5">
        <span className="flex flex-wrap items-center gap-x-3 text-lg font-bold">
          <Icon aria-hidden="true" size={20} />
          {alert.event}
          <span className="text-base font-normal text-ink-soft">{note}</span>
        </span>
        <span className="line-clamp-2 text-ink-soft">{alert.areas}</span>
      </span>
    </Link>
  );
}
