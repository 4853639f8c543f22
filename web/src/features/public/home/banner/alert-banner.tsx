import type { Alert } from '@site/proto/weather/v1/alerts.responses';
import { officialName, officialPage, stateName } from '@site/regions/state';
import { CircleCheck, CircleHelp, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { ButtonLink, ExternalButtonLink } from '@/ui/button.js';
import { classNames } from '@/ui/class-names.js';
import { Skeleton } from '@/ui/skeleton.js';
import { useAlerts } from '@/components/alerts/alert-queries.js';
import { useUnlistedAlerts } from '@/components/alerts/unlisted-alerts.js';
import { alertTime } from '@/components/time/times.js';
import * as strings from '@/strings/public-strings.js';
import { RotatingAlerts } from './rotating-alerts.js';

/** Shows the visitor's own alerts first. Says "none" only after a fresh, successful response. */
export function AlertBanner({ localAlerts }: { localAlerts: readonly Alert[] | undefined }) {
  const state = useAlerts();
  const hasUnlisted = useUnlistedAlerts().alerts.length > 0;
  switch (state.kind) {
    case 'loading':
      return (
        <>
          <Panel className="needs-script">
            <span className="sr-only" role="status">
              Checking for weather alerts
            </span>
            <Skeleton className="size-8 rounded-full" />
            <span className="min-w-0 flex-[1_1_14rem]">
              <Skeleton className="h-5 w-56 max-w-full" />
              <Skeleton className="mt-2 h-4 w-80 max-w-full" />
            </span>
          </Panel>
          <noscript>
            <AlertsMissing />
          </noscript>
        </>
      );
    case 'none':
      if (hasUnlisted) return <NoneListed updatedAt={alertTime(state.updatedAt, state.now)} />;
      return (
        <Quiet
          Icon={CircleCheck}
          iconClassName="text-ozark"
          title={strings.noActiveAlerts}
          text={`No watch, warning or advisory is in effect in ${stateName}, as of ${alertTime(state.updatedAt, state.now)}.`}
        >
          <ButtonLink to="/alert" tone="secondary">
            Learn more
          </ButtonLink>
        </Quiet>
      );
    case 'unavailable':
      return <AlertsMissing />;
    case 'alerts':
      return <RotatingAlerts {...state} localAlerts={localAlerts} />;
  }
}

/** Doesn't claim that there are none: alerts that left the list early may still be in effect. */
function NoneListed({ updatedAt }: { updatedAt: string }) {
  return (
    <Quiet
      Icon={CircleHelp}
      iconClassName="text-clay-ink"
      title={strings.noListedAlerts}
      text={`As of ${updatedAt}. Some were removed before their planned end.`}
    >
      <ButtonLink to="/alert" tone="secondary">
        Learn more
      </ButtonLink>
    </Quiet>
  );
}

export function AlertsMissing() {
  return (
    <Quiet
      Icon={CircleHelp}
      iconClassName="text-clay-ink"
      title={strings.alertStatusUnavailable}
      text="We can’t tell right now whether warnings are in effect. Please check the official page."
    >
      <ExternalButtonLink href={officialPage} tone="secondary">
        {officialName}
      </ExternalButtonLink>
    </Quiet>
  );
}

function Panel({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <section
      aria-label="Weather alerts"
      className={classNames('card flex min-h-22 flex-wrap items-center gap-x-4 gap-y-3 px-5 py-4', className)}
    >
      {children}
    </section>
  );
}

interface QuietProps {
  Icon: LucideIcon;
  iconClassName: string;
  title: string;
  text: string;
  children: ReactNode;
}

function Quiet({ Icon, iconClassName, title, text, children }: QuietProps) {
  return (
    <Panel>
      <Icon aria-hidden="true" size={32} className={classNames('shrink-0', iconClassName)} />
      <div className="min-w-0 flex-[1_1_14rem]">
        <p className="text-lg font-bold">{title}</p>
        <p className="text-ink-soft">{text}</p>
      </div>
      {children}
    </Panel>
  );
}
