/** The home page's rotating alerts. */
import type { Alert } from '@site/proto/weather/v1/alerts.responses';
import { ChevronLeft, ChevronRight, Pause, Play } from 'lucide-react';
import { lazy, type ReactNode, useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import { formatCounties } from '@site/domain/weather/alert-counties';
import { foldSimilar } from '@site/domain/weather/danger';
import { actionOf } from '@site/domain/weather/warned-action';
import { getAlertStyle, alertMark } from '@/components/alerts/alert-variant.js';
import { alertSummary } from '@/components/alerts/alert-text.js';
import { whenOf } from '@/components/alerts/alert-period.js';
import { useAsksNearYou } from '@/components/alerts/use-asks-near-you.js';
import { NearYouQuestion } from '@/components/places/place-offer.js';
import { isSameEvent, useWarnings } from '@/components/alerts/use-warnings.js';
import { useFollowedCounties } from '@/components/push/followed-counties.js';
import { classNames } from '@/ui/class-names.js';
import { LazySection } from '@/ui/lazy-section.js';
import { useReducedMotion } from '@/ui/media-query.js';
import * as strings from '@/strings/public-strings.js';
import { OfficialPage } from '@/components/alerts/official-page.js';
import { ALERT_FADE_MS, ALERT_ROTATE_MS } from '@/constants/display-constants.js';

const AlertDialog = lazy(() => import('./alert-dialog.js').then((module) => ({ default: module.AlertDialog })));

interface RotatingAlertsProps {
  /** Most dangerous first. */
  alerts: Alert[];
  /** For the visitor's place, or without one, for the counties that this device follows. */
  localAlerts: readonly Alert[] | undefined;
  confirmed: boolean;
  /** Upstream clock. */
  now: number;
}

/**
 * Shows the visitor's own alerts first, then by danger. Similar long-lived alerts share a slide. The warning in the strip
 * above the page isn't repeated, unless it is the only alert: then the strip is its heading.
 */
export function RotatingAlerts({ alerts: all, localAlerts, confirmed, now }: RotatingAlertsProps) {
  const followed = useFollowedCounties();
  const warnings = useWarnings();
  const localWarnings = warnings?.local ?? [];
  const [inStrip] = localWarnings;
  const asksNearYou = useAsksNearYou();
  const isLocal = (alert: Alert) =>
    [...localWarnings, ...(localAlerts ?? [])].some((localAlert) => isSameEvent(localAlert, alert)) ||
    (!localAlerts && followed.some((fips) => alert.counties.includes(fips)));
  const others = inStrip ? all.filter((alert) => !isSameEvent(alert, inStrip)) : all;
  const isOnlyAlert = others.length === 0;
  const groups = foldSimilar(isOnlyAlert ? all : others, now).toSorted(
    (a, b) => Number(b.some(isLocal)) - Number(a.some(isLocal)),
  );
  const alerts = groups.flatMap((group) => group.find(isLocal) ?? group[0] ?? []);
  /** The strip has the first of the alerts. */
  const inStripCount = inStrip && !isOnlyAlert ? 1 : 0;
  const first = alerts[0];
  /** Such a warning for the visitor's place doesn't rotate away, nor an emergency that may be there. */
  const staysOnFirst =
    first !== undefined &&
    (first.level === 'emergency'
      ? asksNearYou || isLocal(first)
      : isLocal(first) && /^(tornado|extreme wind) warning$/i.test(first.event));
  const stillness = useReducedMotion();
  const [pausedByHand, setPausedByHand] = useState(false);
  const [isInteracting, setIsInteracting] = useState(false);
  const [opened, setOpened] = useState<Alert>();
  const paused = pausedByHand || stillness;
  const sizeOf = (alert: Alert) => groups.find((group) => group.includes(alert))?.length ?? 1;
  const names = rotationNames(alerts, isLocal, (alert) => sizeOf(alert) > 1);
  const { index, fading, step } = useRotation(
    names,
    !paused && !isInteracting && !opened && !staysOnFirst,
    staysOnFirst,
  );
  const alert = alerts[index];
  if (!alert) return null;
  const { className, Icon } = getAlertStyle(alert);
  const several = alerts.length > 1;
  const inStripToo = warnings?.first && isSameEvent(alert, warnings.first);
  const isStripHeading = inStripToo && (isOnlyAlert || (staysOnFirst && asksNearYou));
  const similar = sizeOf(alert) - 1;
  const where = [isLocal(alert) && localAlerts && 'Your location', formatCounties(alert) || alert.areas]
    .filter(Boolean)
    .join(' · ');
  const action = alert.instruction && actionOf(alert);
  const events = [...new Set(all.map((each) => each.event))].join(', ');
  const position = (
    <p className="figures px-1 text-sm font-semibold">
      {strings.alertPosition(inStripCount + index + 1, inStripCount + alerts.length)}
    </p>
  );
  return (
    <section
      aria-label="Weather alerts"
      onPointerEnter={() => setIsInteracting(true)}
      onPointerLeave={() => setIsInteracting(false)}
      onFocus={() => setIsInteracting(true)}
      onBlur={() => setIsInteracting(false)}
      className={classNames('rounded-lg shadow-card transition-colors duration-300', className)}
    >
      {/* Announced when the list changes, not on every rotation. */}
      <p role="status" className="sr-only">
        {all.length === 1 ? '1 active weather alert' : `${all.length} active weather alerts`}: {events}
      </p>
      <div className="flex flex-col gap-4 p-5 md:p-6 lg:flex-row lg:items-center lg:gap-8">
        <div
          data-fading={fading || undefined}
          className={classNames(
            'min-w-0 flex-1 wrap-anywhere transition-opacity duration-300 ease-out',
            fading && 'opacity-0',
          )}
        >
          {!isStripHeading && (
            <p className="mb-2 flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold">
              <Icon aria-hidden="true" size={24} className="shrink-0" />
              <span>{alert.event}</span>
              <span className="rounded-full px-2.5 text-sm ring-1 ring-current ring-inset">{alertMark(alert)}</span>
              <span className="font-normal">{whenOf(alert, now)}</span>
            </p>
          )}
          <h2 className={classNames('line-clamp-2 text-xl', several && 'min-h-[2lh]')}>{alert.headline}</h2>
          {!isStripHeading && (
            <p className={classNames('mt-1 font-semibold', several && 'min-h-[1lh]')}>
              {where}
              {similar > 0 && ` and ${similar} more like it`}
              {action && `. ${action}`}
            </p>
          )}
          <p className={classNames('mt-1 line-clamp-3', several && 'min-h-[3lh]')}>{alertSummary(alert.desc)}</p>
          {asksNearYou && <NearYouQuestion />}
        </div>
        <div className="flex shrink-0 flex-wrap items-center gap-x-2 gap-y-3 lg:w-60 lg:flex-col lg:items-stretch">
          <button
            type="button"
            onClick={() => setOpened(alert)}
            className="inline-flex min-h-11 items-center justify-center rounded-full bg-white px-5 font-semibold text-black hover:bg-white/85"
          >
            View Full Alert
          </button>
          {inStripCount + alerts.length > 1 && !several && position}
          {several && (
            <div className="-mx-2 flex flex-wrap items-center lg:justify-center">
              <Control label="Previous alert" onClick={() => step(-1)}>
                <ChevronLeft aria-hidden="true" size={20} />
              </Control>
              {position}
              <Control label="Next alert" onClick={() => step(1)}>
                <ChevronRight aria-hidden="true" size={20} />
              </Control>
              {!stillness && !staysOnFirst && (
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
            {inStripCount + alerts.length > 1 && (
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
          <OfficialPage className="underline" />.
        </p>
      )}
      {opened && (
        <LazySection
          missing={
            <p role="alert" className="px-5 pb-4 text-sm md:px-6">
              The full text didn’t load. It’s on the{' '}
              <a className="underline" href="/now">
                text-only page
              </a>{' '}
              of each county.
            </p>
          }
        >
          <AlertDialog
            alert={opened}
            alerts={all}
            confirmed={confirmed}
            now={now}
            onClose={() => setOpened(undefined)}
          />
        </LazySection>
      )}
    </section>
  );
}

/**
 * Identifies slides by event, or by kind for groups. An update isn't new, but a higher danger level is, and so is
 * finding that an alert covers the visitor's place.
 */
function rotationNames(
  alerts: Alert[],
  isLocal: (alert: Alert) => boolean,
  isGroup: (alert: Alert) => boolean,
): string[] {
  const seen = new Map<string, number>();
  return alerts.map((alert) => {
    const { id, event, event_key: key, badge } = alert;
    const suffix = isLocal(alert) ? ' own' : '';
    const name = (isGroup(alert) ? event : key ? `${key} ${badge}` : id) + suffix;
    const number = (seen.get(name) ?? 0) + 1;
    seen.set(name, number);
    return `${name} ${number}`;
  });
}

function Control({ label, onClick, children }: { label: string; onClick: () => void; children: ReactNode }) {
  return (
    <button
      type="button"
      aria-label={label}
      onClick={onClick}
      className="inline-flex size-[44px] items-center justify-center rounded-full hover:bg-white/20 focus-visible:outline-current"
    >
      {children}
    </button>
  );
}

/** Advances the current slide while `running`, and jumps to a new item unless it must stay on the first. */
function useRotation(ids: string[], running: boolean, staysOnFirst: boolean) {
  const [index, setIndex] = useState(0);
  const [fading, setFading] = useState(false);
  const [previousIds, setPreviousIds] = useState(ids);

  if (previousIds.join('\n') !== ids.join('\n')) {
    // A newly issued alert takes priority. Otherwise the current slide stays, even when it moved in the list.
    const added = ids.findIndex((id) => !previousIds.includes(id));
    const currentIndex = ids.indexOf(previousIds[index] ?? '');
    setPreviousIds(ids);
    setIndex(Math.max(0, added === 0 || (added > 0 && !staysOnFirst) ? added : currentIndex));
    setFading(false);
  }

  const count = ids.length;
  useEffect(() => {
    if (!running || count < 2) return;
    let fade: ReturnType<typeof setTimeout>;
    const turn = setInterval(() => {
      setFading(true);
      fade = setTimeout(() => {
        setIndex((current) => (current + 1) % count);
        setFading(false);
      }, ALERT_FADE_MS);
    }, ALERT_ROTATE_MS);
    return () => {
      clearInterval(turn);
      clearTimeout(fade);
      setFading(false);
    };
  }, [running, count]);

  const step = (by: number) => setIndex((current) => (current + by + count) % count);
  return { index: Math.min(index, Math.max(0, count - 1)), fading, step };
}
