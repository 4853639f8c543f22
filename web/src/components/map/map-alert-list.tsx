import { MapPinned } from 'lucide-react';
import { useId } from 'react';
import { Link } from 'react-router-dom';
import { IconButton } from '@/ui/button.js';
import { AlertListing, noteOn } from '../alerts/alert-listing.js';
import { toneOf } from '../alerts/alert-variant.js';
import { alertPath } from '../alerts/alert-path.js';
import type { AlertState } from '../alerts/alert-queries.js';
import { UnlistedElsewhere, UnlistedOfPlace, useUnlistedAlerts } from '../alerts/unlisted-alerts.js';
import { NwwsNote } from '../alerts/nwws-note.js';
import { isDrawable } from './shapes/alert-areas.js';
import { HatchSwatch } from './shapes/hatch-swatch.js';

interface MapAlertListProps {
  alerts: AlertState;
  onShow: (alertId: string) => void;
  Heading?: 'h2' | 'h3';
}

/** The map's alerts as text, for everyone and especially for visitors who can't see the map. */
export function MapAlertList({ alerts, onShow, Heading = 'h3' }: MapAlertListProps) {
  const listId = useId();
  const unlisted = useUnlistedAlerts();
  return (
    <div className="h-fit">
      <section aria-labelledby={listId} className="card p-5">
        <Heading id={listId} className="text-lg">
          Alerts on this map{alerts.kind === 'alerts' && ` (${alerts.alerts.length})`}
        </Heading>
        <AlertListing
          alerts={alerts}
          hasUnlisted={unlisted.alerts.length > 0}
          lineClassName=""
          listClassName="mt-1 flex flex-col divide-y divide-line lg:max-h-[33rem] lg:overflow-y-auto"
        >
          {([alert], now) => (
            <div className="flex gap-3 py-3">
              <HatchSwatch tone={toneOf(alert)} />
              <div className="min-w-0 grow wrap-anywhere">
                <Link to={alertPath(alert)} className="font-bold text-link">
                  {alert.event}
                </Link>
                <p className="text-sm text-ink-soft">{noteOn(alert, now)}</p>
                <p className="mt-0.5 line-clamp-3 text-sm">{alert.areas}</p>
                <NwwsNote fromNwws={alert.from_nwws} />
              </div>
              {isDrawable(alert) && (
                <IconButton label={`Show ${alert.event} on the map`} onClick={() => onShow(alert.id)}>
                  <MapPinned aria-hidden="true" size={20} />
                </IconButton>
              )}
            </div>
          )}
        </AlertListing>
      </section>
      <div className="mt-4 px-5 text-sm empty:hidden">
        <UnlistedOfPlace />
        <UnlistedElsewhere />
      </div>
    </div>
  );
}
