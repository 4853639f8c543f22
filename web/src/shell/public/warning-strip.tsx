/** Strip above every page with the most urgent warning. */
import type { Alert } from '@site/proto/weather/v1/alerts.answers';
import { countiesInWords } from '@site/domain/weather/alert-counties';
import { phaseOf } from '@site/domain/weather/alert-times';
import { isDeadly } from '@site/domain/weather/danger';
import { actionOf, asClause, isForEveryVisitor } from '@site/domain/weather/warned-action';
import { Link } from 'react-router-dom';
import { alertLook } from '../../domain/alerts/alert-look.js';
import { alertPath } from '../../domain/alerts/alert-path.js';
import { minutesLeft, whenOf } from '../../domain/alerts/alert-when.js';
import { coversPlace, useCountiesOf } from '../../domain/alerts/own-alerts.js';
import { useOwnPlace } from '../../domain/alerts/own-place.js';
import { classNames } from '../../ui/class-names.js';

interface WarningStripProps {
  /** Most dangerous first. */
  alerts: readonly Alert[];
  /** Known to be in effect: the latest response is fresh. */
  confirmed: boolean;
  /** Upstream clock. */
  now: number;
}

/**
 * The warning for the visitor's place, or an emergency anywhere in the state; without a place, any warning that leaves
 * little time.
 */
export function WarningStrip({ alerts, confirmed, now }: WarningStripProps) {
  const place = useCountiesOf(useOwnPlace());
  const warnings = alerts.filter(
    (alert) => (alert.level === 'emergency' || alert.level === 'warning') && phaseOf(alert, now) === 'now',
  );
  const own = place ? warnings.filter((alert) => coversPlace(alert, place)) : [];
  const concerns = place ? ({ level }: Alert) => level === 'emergency' : isForEveryVisitor;
  const elsewhere = warnings.filter((alert) => concerns(alert) && !own.includes(alert));
  const [shown, ...others] = [...own, ...elsewhere];
  if (!shown) return null;
  const { className, Icon } = alertLook(shown);
  const isOwn = own.includes(shown);
  const { official, isHeadline } = wordingOf(shown);
  const isElsewhere = !isOwn && place !== undefined && place.counties.length > 0;
  const area = countiesInWords(shown) || shown.areas;
  const where = isOwn && place ? place.label : isElsewhere ? `${area}, not ${place.label}` : area;
  const title = isHeadline ? official : isElsewhere ? `${official}: ${where}` : `${official} for ${where}`;
  const asked = actionOf(shown.instruction) ?? 'Read the full alert.';
  const action = isOwn ? asked : isElsewhere ? '' : `If you are there: ${asClause(asked)}.`;
  return (
    <aside aria-label="Weather warning" className={classNames('print:hidden', className)}>
      {/* Announced once per warning: omits the minutes, which change. */}
      <p role="status" className="sr-only">
        {title}. {isHeadline && `${capitalized(where)}. `}
        {action}
      </p>
      <div className="container-page flex min-h-22 flex-wrap items-center gap-x-6 gap-y-1 py-3 wrap-anywhere">
        <Link
          to={alertPath(shown)}
          className="flex min-w-0 flex-[1_1_16rem] gap-3 hover:underline focus-visible:outline-current"
        >
          <Icon aria-hidden="true" size={isDeadly(shown) ? 28 : 24} className="mt-0.5 shrink-0" />
          <span className="min-w-0">
            <strong className="block text-lg leading-tight">{title}</strong>
            {action && <span className="block text-lg font-semibold">{action}</span>}
            <span className="block">
              {isHeadline && `${capitalized(where)} · `}
              {whenOf(shown, now)}
              {minutesLeft(shown, now)}
              {!confirmed && '. This may be out of date'}
            </span>
          </span>
        </Link>
        {others.length > 0 && (
          <Link
            to="/alert"
            className="inline-flex min-h-11 items-center font-semibold underline underline-offset-3 focus-visible:outline-current"
          >
            and {others.length} more
          </Link>
        )}
      </div>
    </aside>
  );
}

/** Returns the strongest official wording: the NWS headline for an emergency, else the event with its badge. */
function wordingOf({ nws_headline: headline, event, badge }: Alert): { official: string; isHeadline: boolean } {
  const emergency = /^[^.]*\bEMERGENCY\b[^.]*/.exec(headline)?.[0].trim();
  if (emergency) return { official: emergency, isHeadline: true };
  return {
    official: badge && !event.startsWith(badge) ? `${event} (${badge.toLowerCase()})` : event,
    isHeadline: false,
  };
}

const capitalized = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);
