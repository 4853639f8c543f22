import { ChevronLeft, ChevronRight, CircleCheck, CircleHelp, Pause, Play, type LucideIcon } from 'lucide-react';
import { lazy, useState, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { alertSummary } from '../../components/alerts/alert-text.js';
import { severityLook } from '../../components/alerts/severity.js';
import { ButtonLink, ExternalButtonLink } from '../../components/button.js';
import { classNames } from '../../components/class-names.js';
import { Late } from '../../components/late.js';
import { useReducedMotion } from '../../components/media-query.js';
import { Skeleton } from '../../components/skeleton.js';
import { useNow } from '../../components/weather/clock.js';
import type { Alert } from '../../components/weather/forecast-types.js';
import { alertTime } from '../../components/weather/times.js';
import { useAlerts } from '../../components/weather/weather-queries.js';
import { strings } from '../../strings.js';
import { useRotation } from './rotation.js';

const AlertDialog = lazy(() => import('./alert-dialog.js').then((module) => ({ default: module.AlertDialog })));

/** Where warnings can always be read. */
const weatherServiceUrl = 'https://www.weather.gov/lzk/';

/** Am I in danger? The first thing on the page. It says "none" only when a fresh, successful answer said so. */
export function AlertBanner() {
  const state = useAlerts();
  const now = useNow();
  switch (state.kind) {
    case 'loading':
      return (
        <Panel>
          <span className="sr-only" role="status">
            Checking for weather alerts
          </span>
          <Skeleton className="size-8 rounded-full" />
          <span className="min-w-0 flex-[1_1_14rem]">
            <Skeleton className="h-5 w-56 max-w-full" />
            <Skeleton className="mt-2 h-4 w-80 max-w-full" />
          </span>
        </Panel>
      );
    case 'none':
      return (
        <Quiet
          Icon={CircleCheck}
          iconLook="text-ozark"
          title={strings.noActiveAlerts}
          text={`No watch, warning or advisory is in effect in Arkansas, as of ${alertTime(state.updatedAt, now)}.`}
        >
          <ButtonLink to="/alert" tone="secondary">
            {strings.learnMore}
          </ButtonLink>
        </Quiet>
      );
    case 'unavailable':
      return <AlertsMissing />;
    case 'alerts':
      return <RotatingAlerts alerts={state.alerts} confirmed={state.confirmed} />;
  }
}

/** The banner when nobody can tell. */
export function AlertsMissing() {
  return (
    <Quiet
      Icon={CircleHelp}
      iconLook="text-clay-ink"
      title={strings.alertStatusUnavailable}
      text="We cannot tell right now whether warnings are in effect. Please check the official page."
    >
      <ExternalButtonLink href={weatherServiceUrl} tone="secondary">
        weather.gov/lzk
      </ExternalButtonLink>
    </Quiet>
  );
}

function Panel({ children }: { children: ReactNode }) {
  return (
    <section
      aria-label="Weather alerts"
      className="card flex min-h-22 flex-wrap items-center gap-x-4 gap-y-3 px-5 py-4"
    >
      {children}
    </section>
  );
}

interface QuietProps {
  Icon: LucideIcon;
  iconLook: string;
  title: string;
  text: string;
  /** Where to go from here. */
  children: ReactNode;
}

/** The banner while there is nothing to be loud about. */
function Quiet({ Icon, iconLook, title, text, children }: QuietProps) {
  return (
    <Panel>
      <Icon aria-hidden="true" size={32} className={classNames('shrink-0', iconLook)} />
      <div className="min-w-0 flex-[1_1_14rem]">
        <p className="text-lg font-bold">{title}</p>
        <p className="text-ink-soft">{text}</p>
      </div>
      {children}
    </Panel>
  );
}

function RotatingAlerts({ alerts, confirmed }: { alerts: Alert[]; confirmed: boolean }) {
  const now = useNow();
  const stillness = useReducedMotion();
  const [pausedByHand, setPausedByHand] = useState(false);
  const [held, setHeld] = useState(false);
  const [opened, setOpened] = useState<Alert>();
  const paused = pausedByHand || stillness;
  const ids = alerts.map((alert) => alert.id);
  const { index, fading, step } = useRotation(ids, !paused && !held && !opened);
  const alert = alerts[index];
  if (!alert) return null;
  const { className, word, Icon } = severityLook(alert.severity);
  const several = alerts.length > 1;
  const events = [...new Set(alerts.map((each) => each.event))].join(', ');
  return (
    <section
      aria-label="Weather alerts"
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      className={classNames('rounded-lg shadow-card transition-colors duration-300', className)}
    >
      {/* Read out when the list changes, not at every turn. */}
      <p role="status" className="sr-only">
        {alerts.length === 1 ? '1 active weather alert' : `${alerts.length} active weather alerts`}: {events}
      </p>
      <div className="flex flex-col gap-4 p-5 md:p-6 lg:flex-row lg:items-center lg:gap-8">
        <div
          data-fading={fading || undefined}
          className={classNames('min-w-0 flex-1 transition-opacity duration-300 ease-out', fading && 'opacity-0')}
        >
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold">
            <Icon aria-hidden="true" size={24} className="shrink-0" />
            <span>{alert.event}</span>
            <span className="rounded-full px-2.5 text-sm ring-1 ring-current ring-inset">{word}</span>
            {alert.expires && (
              <span className="font-normal">
                until <time dateTime={alert.expires}>{alertTime(alert.expires, now)}</time>
              </span>
            )}
          </p>
          <h2 className={classNames('mt-2 line-clamp-2 text-xl', several && 'min-h-[2lh]')}>{alert.headline}</h2>
          <p className={classNames('mt-1 line-clamp-3', several && 'min-h-[3lh]')}>{alertSummary(alert.desc)}</p>
        </div>
        <div className="flex shrink-0 flex-wrap items-center gap-x-2 gap-y-3 lg:w-60 lg:flex-col lg:items-stretch">
          <button
            type="button"
            onClick={() => setOpened(alert)}
            className="inline-flex min-h-11 items-center justify-center rounded-full bg-white px-5 font-semibold text-black hover:bg-white/85"
          >
            {strings.viewFullAlert}
          </button>
          {several && (
            <div className="-mx-2 flex items-center lg:justify-center">
              <Control label="Previous alert" onClick={() => step(-1)}>
                <ChevronLeft aria-hidden="true" size={20} />
              </Control>
              <p className="figures px-1 text-sm font-semibold">{strings.alertPosition(index + 1, alerts.length)}</p>
              <Control label="Next alert" onClick={() => step(1)}>
                <ChevronRight aria-hidden="true" size={20} />
              </Control>
              {!stillness && (
                <Control
                  label={pausedByHand ? 'Resume rotation' : 'Pause rotation'}
                  onClick={() => setPausedByHand(!pausedByHand)}
                >
                  {pausedByHand ? <Play aria-hidden="true" size={18} /> : <Pause aria-hidden="true" size={18} />}
                </Control>
              )}
            </div>
          )}
          <p className="flex flex-wrap gap-x-4 gap-y-1 text-sm font-medium lg:justify-center">
            {several && (
              <Link to="/alert" className="underline underline-offset-3">
                All alerts
              </Link>
            )}
            <a href="/now" className="underline underline-offset-3">
              Text-only, by county
            </a>
          </p>
        </div>
      </div>
      {!confirmed && (
        <p className="rounded-b-lg bg-black/70 px-5 py-2 text-sm text-white md:px-6">
          {strings.alertStatusUnavailable}: this list may be out of date. Please check{' '}
          <a className="underline" href={weatherServiceUrl}>
            weather.gov/lzk
          </a>
          .
        </p>
      )}
      {opened && (
        <Late
          missing={
            <p role="alert" className="px-5 pb-4 text-sm md:px-6">
              The full text did not arrive. It is on the{' '}
              <a className="underline" href="/now">
                text-only page
              </a>{' '}
              of each county.
            </p>
          }
        >
          <AlertDialog alert={opened} onClose={() => setOpened(undefined)} />
        </Late>
      )}
    </section>
  );
}

function Control({ label, onClick, children }: { label: string; onClick: () => void; children: ReactNode }) {
  return (
    <button
      type="button"
      aria-label={label}
      onClick={onClick}
      className="inline-flex size-11 items-center justify-center rounded-full hover:bg-white/20 focus-visible:outline-current"
    >
      {children}
    </button>
  );
}
