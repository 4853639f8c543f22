/** Card about a tapped point of the map: its county, and the alerts there. */
import { stateName } from '@site/regions/state';
import { X } from 'lucide-react';
import { useEffect, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import * as strings from '@/strings/public-strings.js';
import { noteOn } from '../alerts/alert-listing.js';
import { getAlertStyle } from '../alerts/alert-variant.js';
import { alertPath } from '../alerts/alert-path.js';
import { classNames } from '@/ui/class-names.js';
import type { PointOnMap } from './shapes/alert-areas.js';

interface PointCardProps {
  point: PointOnMap;
  /** The alert list is complete and all of it is drawn; only then may the card say "none here". */
  isCertain: boolean;
  /** Upstream clock. */
  now: number;
  onClose: () => void;
  children?: ReactNode;
}

export function PointCard({ point: { county, alerts }, isCertain, now, onClose, children }: PointCardProps) {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => event.key === 'Escape' && onClose();
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [onClose]);
  return (
    <div className="card max-h-[60%] overflow-y-auto p-4 shadow-card ring-1 ring-line">
      <div className="flex items-start gap-2">
        <h3 className="grow text-lg">{county ? `${county.name} County` : `Outside ${stateName}`}</h3>
        <button
          type="button"
          onClick={onClose}
          className="-m-2 grid size-11 shrink-0 place-items-center rounded-full hover:bg-surface-raised"
        >
          <X aria-hidden="true" size={20} />
          <span className="sr-only">Close</span>
        </button>
      </div>
      {children}
      <ul className="flex flex-col gap-2">
        {alerts.map(({ alert, elsewhereInCounty }) => {
          const { Icon, className } = getAlertStyle(alert);
          return (
            <li key={alert.id} className="flex gap-2">
              <span className={classNames('mt-0.5 grid size-6 shrink-0 place-items-center rounded-sm', className)}>
                <Icon aria-hidden="true" size={16} />
              </span>
              <span className="min-w-0 wrap-anywhere">
                <Link to={alertPath(alert)} className="font-semibold text-link">
                  {alert.event}
                </Link>
                <span className="block text-sm text-ink-soft">
                  {noteOn(alert, now)}
                  {elsewhereInCounty && '. For another part of this county'}
                </span>
              </span>
            </li>
          );
        })}
      </ul>
      {alerts.length === 0 && <p className="text-sm text-ink-soft">{noAlertsText(county !== undefined, isCertain)}</p>}
    </div>
  );
}

function noAlertsText(isInState: boolean, isCertain: boolean): string {
  if (!isInState) return `We only show alerts for ${stateName}.`;
  return isCertain ? 'No alerts for this county.' : `${strings.alertStatusUnavailable}.`;
}
