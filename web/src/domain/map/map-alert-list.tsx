import { MapPinned } from 'lucide-react';
import { Link } from 'react-router-dom';
import { AlertListing, noteOn } from '../alerts/alert-listing.js';
import { toneOf } from '../alerts/alert-look.js';
import { alertPath } from '../alerts/alert-path.js';
import { IconButton } from '../../ui/button.js';
import type { AlertState } from '../alerts/alert-queries.js';
import { isDrawn } from './shapes/alert-areas.js';
import { HatchSwatch } from './shapes/hatch-swatch.js';

interface MapAlertListProps {
  alerts: AlertState;
  /** Moves the map to an alert; undefined where there is no map to move. */
  onShow: ((alertId: string) => void) | undefined;
}

/** The alerts of the map as text: what is warned of, where, until when; for everybody, and for those who cannot see the map. */
export function MapAlertList({ alerts, onShow }: MapAlertListProps) {
  return (
    <AlertListing
      alerts={alerts}
      lineLook=""
      listLook="mt-1 flex flex-col divide-y divide-line lg:max-h-[33rem] lg:overflow-y-auto"
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
          </div>
          {onShow && isDrawn(alert) && (
            <IconButton label={`Show ${alert.event} on the map`} onClick={() => onShow(alert.id)}>
              <MapPinned aria-hidden="true" size={20} />
            </IconButton>
          )}
        </div>
      )}
    </AlertListing>
  );
}
