import type { Alert } from '@site/proto/weather/v1/alerts.responses';
import { foldSimilar } from '@site/domain/weather/danger';
import { Link } from 'react-router-dom';
import { phaseOf } from '@site/domain/weather/alert-times';
import { AlertListing, noteOn } from '@/components/alerts/alert-listing.js';
import { getAlertStyle, alertMark } from '@/components/alerts/alert-variant.js';
import { alertPath } from '@/components/alerts/alert-path.js';
import { useUnlistedAlerts } from '@/components/alerts/unlisted-alerts.js';
import { PrintNote } from '@/components/print/print.js';
import { Section } from '@/ui/page-section.js';
import { Summary } from '@/ui/details-summary.js';
import { classNames } from '@/ui/class-names.js';
import { useAlerts } from '@/components/alerts/alert-queries.js';
import { whenOf } from '@/components/alerts/alert-period.js';
import { NwwsNote } from '@/components/alerts/nwws-note.js';

/** Lists every active alert, most dangerous first. Long-lived alerts of one kind share an entry. */
export function ActiveAlerts() {
  const alerts = useAlerts();
  const unlisted = useUnlistedAlerts();
  return (
    <Section title="Active alerts">
      <AlertListing
        alerts={alerts}
        group={foldSimilar}
        hasUnlisted={unlisted.alerts.length > 0}
        lineClassName="card mt-6 p-5 text-lg"
        listClassName="mt-6 flex flex-col gap-3"
      >
        {(group, now) =>
          group.length === 1 ? <AlertCard alert={group[0]} now={now} /> : <FoldedAlerts alerts={group} now={now} />
        }
      </AlertListing>
      <PrintNote source="National Weather Service." />
    </Section>
  );
}

function AlertCard({ alert, now }: { alert: Alert; now: number }) {
  const { Icon, mark, className } = getAlertStyle(alert);
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
        <NwwsNote fromNwws={alert.from_nwws} />
      </span>
    </Link>
  );
}

interface FoldedAlertsProps {
  /** Alerts of one kind, most dangerous first. */
  alerts: [Alert, ...Alert[]];
  /** Upstream clock. */
  now: number;
}

/**
 * Collapsible entry for several long-lived alerts of one kind, so that eight river flood warnings don't push others off
 * the screen.
 */
function FoldedAlerts({ alerts, now }: FoldedAlertsProps) {
  const [first] = alerts;
  const { Icon, mark } = getAlertStyle(first);
  const phase = phaseOf(first, now) === 'later' ? 'none of them has started' : 'all of them in effect now';
  return (
    <div className="card flex overflow-hidden">
      <span className={classNames('w-2 shrink-0', mark)} />
      <details className="print-summary group min-w-0 flex-1 wrap-anywhere">
        <Summary className="p-5 hover:bg-surface-raised focus-visible:-outline-offset-3">
          <span className="flex min-w-0 flex-1 flex-col gap-1">
            <span className="flex flex-wrap items-center gap-x-3 text-lg font-bold">
              <Icon aria-hidden="true" size={20} className="shrink-0" />
              {first.event}: {alerts.length} alerts
            </span>
            <span>
              {alertMark(first)} · {phase}
            </span>
            <span className="line-clamp-2 text-ink-soft group-open:hidden">
              {[...new Set(alerts.map(({ areas }) => areas))].join('; ')}
            </span>
          </span>
        </Summary>
        <ul className="divide-y divide-line border-t border-line">
          {alerts.map((alert) => (
            <li key={alert.id} className="px-5 py-3">
              <Link to={alertPath(alert)} className="font-semibold text-link">
                {alert.event}: {alert.areas}
              </Link>
              <p className="text-ink-soft">{whenOf(alert, now)}</p>
              <NwwsNote fromNwws={alert.from_nwws} />
            </li>
          ))}
        </ul>
      </details>
    </div>
  );
}
