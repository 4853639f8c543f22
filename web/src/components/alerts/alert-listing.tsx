import type { Alert } from '@site/proto/weather/v1/alerts.responses';
import { CircleCheck, CircleHelp, type LucideIcon } from 'lucide-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import * as strings from '@/strings/public-strings.js';
import { Button } from '@/ui/button.js';
import { classNames } from '@/ui/class-names.js';
import { Loading, Skeleton } from '@/ui/skeleton.js';
import type { AlertState } from './alert-queries.js';
import { alertTime } from '../time/times.js';
import { alertMark, type Rated } from './alert-variant.js';
import { whenOf, type TimedAlert } from './alert-period.js';
import { OfficialPage } from './official-page.js';

/** Hundreds of entries are slow to render and to tab through. */
const initialCount = 30;

interface AlertListingProps {
  alerts: AlertState;
  /** By default each alert is its own entry. */
  group?: (alerts: Alert[], now: number) => Alert[][];
  children: (group: [Alert, ...Alert[]], now: number) => ReactNode;
  /** Some left the list early and may still be in effect. */
  hasUnlisted: boolean;
  /** Classes for the message shown instead of the list or above it. */
  lineClassName: string;
  listClassName: string;
}

const eachAlone = (alerts: Alert[]) => alerts.map((alert) => [alert]);

/** Lists the most dangerous first. Distinguishes an empty list from an unavailable one. */
export function AlertListing({
  alerts,
  group = eachAlone,
  hasUnlisted,
  children,
  lineClassName,
  listClassName,
}: AlertListingProps) {
  const [isExpanded, setIsExpanded] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    // The pressed button is gone.
    if (isExpanded) list.current?.children[initialCount]?.querySelector<HTMLElement>('a, button')?.focus();
  }, [isExpanded]);
  if (alerts.kind === 'loading') {
    return (
      <Loading
        label="Checking for weather alerts"
        className="mt-3"
        withoutScripts={<Unavailable className={lineClassName} />}
      >
        <Skeleton className="h-20 rounded-lg" />
      </Loading>
    );
  }
  if (alerts.kind === 'none') {
    return (
      <Line
        className={lineClassName}
        {...(hasUnlisted
          ? { Icon: CircleHelp, iconClassName: 'text-clay-ink' }
          : { Icon: CircleCheck, iconClassName: 'text-ozark' })}
      >
        <strong>{hasUnlisted ? strings.noListedAlerts : strings.noActiveAlerts}</strong>
        <span className="text-ink-soft">, as of {alertTime(alerts.updatedAt, alerts.now)}.</span>
      </Line>
    );
  }
  const groups = alerts.kind === 'alerts' ? group(alerts.alerts, alerts.now) : [];
  const visibleGroups = isExpanded ? groups : groups.slice(0, initialCount);
  return (
    <>
      {(alerts.kind === 'unavailable' || !alerts.confirmed) && (
        <Unavailable className={lineClassName} isListed={alerts.kind === 'alerts'} />
      )}
      {alerts.kind === 'alerts' && (
        <ul ref={list} aria-label="Active alerts" className={listClassName}>
          {visibleGroups.map((entry) => {
            const [first, ...others] = entry;
            return first && <li key={first.id}>{children([first, ...others], alerts.now)}</li>;
          })}
        </ul>
      )}
      {alerts.kind === 'alerts' && visibleGroups.length < groups.length && (
        <Button tone="secondary" className="mt-4" onClick={() => setIsExpanded(true)}>
          Show all {alerts.alerts.length}
        </Button>
      )}
    </>
  );
}

function Unavailable({ className, isListed = false }: { className: string; isListed?: boolean }) {
  return (
    <Line className={className} Icon={CircleHelp} iconClassName="text-clay-ink">
      <strong>{strings.alertStatusUnavailable}</strong>
      {isListed && ': this list may be out of date'}. Please check <OfficialPage />.
    </Line>
  );
}

/** "Tornado emergency · In effect now, until 3:30 PM CST". */
export const noteOn = (alert: Rated & TimedAlert, now: number): string => `${alertMark(alert)} · ${whenOf(alert, now)}`;

interface LineProps {
  className: string;
  Icon: LucideIcon;
  iconClassName: string;
  children: ReactNode;
}

function Line({ className, Icon, iconClassName, children }: LineProps) {
  return (
    <p className={classNames('mt-3 flex items-center gap-4', className)}>
      <Icon aria-hidden="true" size={28} className={classNames('shrink-0', iconClassName)} />
      <span>{children}</span>
    </p>
  );
}
