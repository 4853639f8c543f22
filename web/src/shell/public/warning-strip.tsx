/** Strip above every page with the most urgent warning. */
import type { Alert } from '@site/proto/weather/v1/alerts.responses';
import { formatCounties } from '@site/domain/weather/alert-counties';
import { isDeadly } from '@site/domain/weather/danger';
import { actionOf, asClause, reasonOf } from '@site/domain/weather/warned-action';
import { stateName } from '@site/regions/state';
import { Link } from 'react-router-dom';
import { getAlertStyle } from '@/components/alerts/alert-variant.js';
import { alertPath } from '@/components/alerts/alert-path.js';
import { minutesLeft, whenOf } from '@/components/alerts/alert-period.js';
import type { Warnings } from '@/components/alerts/use-warnings.js';
import { classNames } from '@/ui/class-names.js';

/**
 * The warning for the visitor's place, or an emergency anywhere in the state; without a place, any warning that leaves
 * little time.
 */
export function WarningStrip({ warnings }: { warnings: Warnings }) {
  const { first, local, place, confirmed, now } = warnings;
  if (!first) return null;
  const { className, Icon } = getAlertStyle(first);
  const isLocal = local.includes(first);
  const { official, isHeadline } = wordingOf(first);
  const isElsewhere = !isLocal && place !== undefined && place.counties.length > 0;
  const area = formatCounties(first) || first.areas;
  const where = isLocal && place ? place.label : isElsewhere ? `${area}, not ${place.label}` : area;
  const title = isHeadline ? official : isElsewhere ? `${official}: ${where}` : `${official} for ${where}`;
  const instruction = actionOf(first);
  const isForReader = isLocal || (first.statewide && !isElsewhere);
  const action = isForReader ? instruction : isElsewhere ? '' : `If you are there: ${asClause(instruction)}.`;
  const reason = isElsewhere ? undefined : reasonOf(first);
  const more = formatFurther(warnings);
  return (
    <aside aria-label="Weather warning" className={classNames('print:hidden', className)}>
      {/* Announced once per warning: omits the minutes, which change. */}
      <p role="status" className="sr-only">
        {title}. {isHeadline && `${capitalized(where)}. `}
        {reason && `${reason} `}
        {action}
      </p>
      <div className="container-page flex min-h-22 flex-wrap items-center gap-x-6 gap-y-1 py-3 wrap-anywhere">
        <Link
          to={alertPath(first)}
          className="flex min-w-0 flex-[1_1_16rem] gap-3 hover:underline focus-visible:outline-current"
        >
          <Icon aria-hidden="true" size={isDeadly(first) ? 28 : 24} className="mt-0.5 shrink-0" />
          <span className="min-w-0">
            <strong className="block text-lg leading-tight">{title}</strong>
            {reason && <span className="block text-lg font-semibold">{reason}</span>}
            {action && <span className="block text-lg font-semibold">{action}</span>}
            <span className="block">
              {isHeadline && `${capitalized(where)} · `}
              {whenOf(first, now)}
              {minutesLeft(first, now)}
              {!confirmed && '. This may be out of date'}
            </span>
          </span>
        </Link>
        {more && (
          <Link
            to="/alert"
            className="inline-flex min-h-11 items-center font-semibold underline underline-offset-3 focus-visible:outline-current"
          >
            {more}
          </Link>
        )}
      </div>
    </aside>
  );
}

const count = (number: number, noun: string) => `${number} more ${noun}${number === 1 ? '' : 's'}`;

/** "2 more alerts for Little Rock", "1 more warning elsewhere"; empty without any. */
function formatFurther({ local, otherLocalCount, elsewhere, place }: Warnings): string {
  if (local.length === 0)
    return elsewhere.length > 1 ? `${count(elsewhere.length - 1, 'warning')} in ${stateName}` : '';
  if (otherLocalCount > 0) return `${count(otherLocalCount, 'alert')} for ${place?.label}`;
  return elsewhere.length > 0 ? `${count(elsewhere.length, 'warning')} elsewhere` : '';
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

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
