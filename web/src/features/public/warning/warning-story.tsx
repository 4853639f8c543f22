/** A warning's page from instruction to history. */
import { formatCounties } from '@site/domain/weather/alert-counties';
import type { Alert } from '@site/proto/weather/v1/alerts.responses';
import { counties } from '@site/regions/counties';
import { CircleCheck, CircleHelp, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { Revision } from '@site/proto/weather/v1/alert-events.responses';
import { AlertActions } from '@/components/alerts/alert-actions.js';
import { AlertBadge, AlertDetails } from '@/components/alerts/alert-details.js';
import type { TimedEvent } from '@/components/alerts/alert-event.js';
import { eventPath } from '@/components/alerts/alert-path.js';
import { firstSentence } from '@/components/alerts/alert-text.js';
import { minutesLeft, formatAlertTime, whenOf } from '@/components/alerts/alert-period.js';
import { DeferredStyles } from '@/ui/deferred-styles.js';
import { LazyWarningArea } from './lazy-warning-area.js';
import { cutCharacters } from '@/ui/truncate.js';
import { PageTitle } from '@/ui/pages/page-title.js';
import * as strings from '@/strings/public-strings.js';
import { formatAction, formatEnd, formatOverSince, unlistedSince } from './event-labels.js';
import { formatUnlisted } from '@/components/alerts/unlisted-alerts.js';
import { OfficialPage } from '@/components/alerts/official-page.js';
import { Section } from '@/ui/page-section.js';

interface WarningStoryProps {
  event: TimedEvent;
  /** Upstream clock. */
  now: number;
  /** The shown state is known to be the newest. */
  confirmed: boolean;
}

export function WarningStory({ event, now, confirmed }: WarningStoryProps) {
  const alerts = event.revisions.find((revision) => revision.alerts.length > 0)?.alerts ?? [];
  const declared = formatEnd(event, now);
  const passed = formatOverSince(alerts, now);
  const end = declared ?? (confirmed ? passed : undefined);
  const unlisted = end === undefined && confirmed ? formatUnlisted(unlistedSince(event), alerts, now) : undefined;
  // An upgrade to a higher danger isn't an all-clear.
  const isUpgraded = event.ended_by === 'upgraded';
  const isUnsure = end === undefined && unlisted === undefined && (!event.active || !confirmed);
  const statusText = unlisted
    ? 'No longer listed'
    : passed
      ? `${passed}, as far as we know`
      : event.active
        ? undefined
        : 'We can’t tell right now';
  const isInEffect = end === undefined && unlisted === undefined && event.active && alerts.length > 0;
  // Events known only from the alert list have no history.
  const hasHistory = event.revisions.some(({ action }) => action !== '');
  return (
    <>
      {isInEffect && <Instruction text={alerts[0]!.instruction} />}
      <WarningTitle event={event.event} areas={alerts[0]?.areas} />
      {isInEffect && <Essentials alerts={[alerts[0]!, ...alerts.slice(1)]} now={now} />}
      <DeferredStyles />
      {end !== undefined && (
        <WarningStatus
          Icon={isUpgraded ? TriangleAlert : CircleCheck}
          iconClassName={isUpgraded ? 'text-clay-ink' : 'text-ozark'}
        >
          <strong>{end}.</strong> {isUpgraded ? 'A more serious warning has replaced it.' : describeOver(declared)}{' '}
          {event.successor_key && (
            <Link to={eventPath(event.successor_key)} className="text-link">
              See current warnings
            </Link>
          )}
        </WarningStatus>
      )}
      {unlisted !== undefined && (
        <WarningStatus Icon={CircleHelp} iconClassName="text-clay-ink">
          <strong>{unlisted}</strong> Check <OfficialPage />.
        </WarningStatus>
      )}
      {isUnsure && (
        <WarningStatus Icon={CircleHelp} iconClassName="text-clay-ink">
          <strong>{strings.alertStatusUnavailable}</strong>: this may be out of date. Please check <OfficialPage />.
        </WarningStatus>
      )}
      {isInEffect && <LazyWarningArea alerts={[alerts[0]!, ...alerts.slice(1)]} now={now} />}
      {end !== undefined && alerts.length > 0 && <h2 className="mt-8 text-xl">Last version</h2>}
      <WarningParts
        alerts={alerts}
        now={now}
        when={end ?? statusText}
        isOver={end !== undefined}
        isContinued={isInEffect}
      />
      {isInEffect && <WarningLinks eventKey={event.event_key} alerts={alerts} />}
      <div className="mt-8">
        <AlertActions alert={{ id: '', event_key: event.event_key }} printable />
      </div>
      {hasHistory && <RevisionHistory revisions={event.revisions} now={now} />}
    </>
  );
}

/** Comes before everything else. The first sentence is large enough to read from across a room. */
export function Instruction({ text }: { text: string }) {
  const first = firstSentence(text);
  if (!first) return null;
  const rest = text.replace(/\s+/g, ' ').trim().slice(first.length).trim();
  return (
    <section
      aria-label="What to do"
      className="mb-6 rounded-lg bg-alert-extreme p-5 text-on-alert-strong wrap-anywhere md:p-6 print:mb-3 print:p-3"
    >
      <p className="text-2xl leading-tight font-bold md:text-3xl print:text-2xl">{first}</p>
      {rest && <p className="mt-3 text-lg print:text-base">{rest}</p>}
    </section>
  );
}

export function Essentials({ alerts, now }: { alerts: [Alert, ...Alert[]]; now: number }) {
  const [topAlert] = alerts;
  return (
    <div className="mt-3 text-lg wrap-anywhere">
      <AlertBadge alert={topAlert} />
      <p className="mt-2 font-semibold">
        {formatCounties({ ...topAlert, counties: alerts.flatMap(({ counties }) => counties) })}
      </p>
      <p>
        {whenOf(topAlert, now)}
        {minutesLeft(topAlert, now)}
      </p>
    </div>
  );
}

const maxCounties = 6;

function WarningLinks({ eventKey, alerts }: { eventKey: string; alerts: readonly Alert[] }) {
  const isStatewide = alerts.some(({ statewide }) => statewide);
  const fipsCodes = new Set(isStatewide ? [] : alerts.flatMap((alert) => alert.counties));
  const warned = counties.filter(({ fips }) => fipsCodes.has(fips));
  const className = 'inline-flex min-h-11 items-center text-link';
  return (
    <ul aria-label="More about this area" className="mt-6 flex flex-wrap gap-x-5 print:hidden">
      <li>
        <Link to={`/map?event=${encodeURIComponent(eventKey)}`} className={className}>
          Map and radar
        </Link>
      </li>
      {warned.slice(0, maxCounties).map(({ fips, slug, name }) => (
        <li key={fips}>
          <Link to={`/county/${slug}`} className={className}>
            {name}
          </Link>
        </li>
      ))}
    </ul>
  );
}

const describeOver = (declared: string | undefined) =>
  declared ? 'This warning is over.' : 'Its end time has passed.';

/** Includes the area, because several warnings of a kind may be open. */
export function WarningTitle({ event, areas }: { event: string; areas: string | undefined }) {
  return (
    <PageTitle
      title={areas ? `${event}: ${cutCharacters(areas, 60)}` : event}
      className="text-2xl wrap-anywhere md:text-3xl"
    >
      {event}
    </PageTitle>
  );
}

interface WarningPartsProps {
  alerts: Alert[];
  now: number;
  /** Shown instead of the validity period when the warning isn't, or may not be, in effect. */
  when?: string | undefined;
  /** Below the heading of its last version. */
  isOver?: boolean;
  /** The page already shows the first part's badge, instruction and end. */
  isContinued?: boolean;
}

/** Offices may describe parts of the area in separate messages. */
export function WarningParts({ alerts, now, when, isOver = false, isContinued = false }: WarningPartsProps) {
  return alerts.map((alert, index) => (
    <section key={alert.id} aria-label={alerts.length > 1 ? `Part ${index + 1}` : 'The warning'} className="mt-6">
      {alerts.length > 1 && (
        <p className="mb-3 font-semibold text-ink-soft">
          Part {index + 1} of {alerts.length}
        </p>
      )}
      <AlertDetails
        alert={alert}
        now={now}
        headingLevel={isOver ? 3 : 2}
        isOver={isOver}
        isContinued={isContinued && index === 0}
        {...(when === undefined ? {} : { when })}
      />
    </section>
  ));
}

function WarningStatus({
  Icon,
  iconClassName,
  children,
}: {
  Icon: typeof CircleCheck;
  iconClassName: string;
  children: ReactNode;
}) {
  return (
    <p role="status" className="card mt-6 flex items-center gap-4 p-5 text-lg">
      <Icon aria-hidden="true" size={28} className={`shrink-0 ${iconClassName}`} />
      <span className="min-w-0">{children}</span>
    </p>
  );
}

interface RevisionHistoryProps {
  /** Newest first. */
  revisions: Revision[];
  /** Upstream clock. */
  now: number;
}

function RevisionHistory({ revisions, now }: RevisionHistoryProps) {
  return (
    <Section title="What changed" headingClassName="text-xl" className="mt-12 print:hidden">
      <ol className="mt-4 border-l-2 border-line">
        {revisions.map((revision) => (
          <li key={revision.revision} className="relative pb-5 pl-6 wrap-anywhere last:pb-0">
            <span aria-hidden="true" className="absolute top-2 -left-[7px] size-3 rounded-full bg-sky" />
            <p>
              <strong>{formatAction(revision)}</strong> <SentAt revision={revision} now={now} />
            </p>
            {revision.changes.length > 0 && (
              <ul className="mt-1 list-disc pl-5">
                {revision.changes.map((change) => (
                  <li key={change}>{change}</li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ol>
    </Section>
  );
}

function SentAt({ revision: { sent, first_seen_at: seen }, now }: { revision: Revision; now: number }) {
  const time = sent || seen || '';
  const timestamp = Date.parse(time);
  if (Number.isNaN(timestamp)) return null;
  return (
    <time dateTime={time} className="text-ink-soft">
      {formatAlertTime(timestamp, now)}
    </time>
  );
}
