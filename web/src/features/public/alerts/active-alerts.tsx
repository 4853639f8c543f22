import type { Alert } from '@site/proto/weather/v1/alerts.answers';
import { foldSimilar } from '@site/proto/weather/v1/danger';
import { Link } from 'react-router-dom';
import { AlertListing, noteOn } from '../../../domain/alerts/alert-listing.js';
import { alertLook } from '../../../domain/alerts/alert-look.js';
import { alertPath } from '../../../domain/alerts/alert-path.js';
import { Section } from '../../../ui/section.js';
import { classNames } from '../../../ui/class-names.js';
import { useAlerts } from '../../../domain/alerts/alert-queries.js';
import { FoldedAlerts } from './folded-alerts.js';

/** Every active alert as a plain list, the most dangerous first; long-lived ones of one kind are one entry. */
export function ActiveAlerts() {
  const alerts = useAlerts();
  return (
    <Section title="Active alerts">
      <AlertListing
        alerts={alerts}
        group={foldSimilar}
        lineLook="card mt-6 p-5 text-lg"
        listLook="mt-6 flex flex-col gap-3"
      >
        {(group, now) =>
          group.length === 1 ? <AlertCard alert={group[0]} now={now} /> : <FoldedAlerts alerts={group} now={now} />
        }
      </AlertListing>
    </Section>
  );
}

function AlertCard({ alert, now }: { alert: Alert; now: number }) {
  const { Icon, mark, className } = alertLook(alert);
  return (
    <Link to={alertPath(alert)} className="card flex overflow-hidden hover:bg-surface-raised">
      <span className={classNames('w-2 shrink-0', mark)} />
      <span className="flex min-w-0 flex-1 flex-col gap-1 p-5 wrap-anywhere">
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1 text-lg font-bold">
          <Icon aria-hidden="true" size={20} className="shrink-0" />
          {alert.event}
          {alert.badge && (
            <span className={classNames('rounded-full px-2.5 py-0.5 text-sm font-semibold', className)}>
              {alert.badge}
            </span>
          )}
        </span>
        <span>{noteOn({ ...alert, badge: '' }, now)}</span>
        <span className="line-clamp-2 text-ink-soft">{alert.areas}</span>
      </span>
    </Link>
  );
}
