import type { Alert } from '@site/proto/weather/v1/alerts.answers';
import { CircleCheck, CircleHelp, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { Revision } from '@site/proto/weather/v1/alert-events.answers';
import { AlertActions } from '../../../domain/alerts/alert-actions.js';
import { AlertDetails } from '../../../domain/alerts/alert-details.js';
import type { HeardEvent } from '../../../domain/alerts/alert-event.js';
import { eventPath } from '../../../domain/alerts/alert-path.js';
import { cutCharacters } from '../../../ui/cut-text.js';
import { PageTitle } from '../../../ui/pages/page-title.js';
import * as strings from '../../../strings.js';
import { actionWords, endWords, passedWords } from './event-words.js';
import { OfficialPage } from '../../../domain/alerts/official-page.js';
import { Section } from '../../../ui/section.js';
import { momentWords } from '../../../domain/alerts/alert-when.js';

interface WarningStoryProps {
  event: HeardEvent;
  /** By the source's clock. */
  now: number;
  /** Whether it is sure that nothing newer is known. */
  confirmed: boolean;
}

/** A warning as it is now, or as it last was; what changed with each message; and how it ended. */
export function WarningStory({ event, now, confirmed }: WarningStoryProps) {
  const alerts = event.revisions.find((revision) => revision.alerts.length > 0)?.alerts ?? [];
  const declared = endWords(event, now);
  const passed = passedWords(alerts, now);
  const end = declared ?? (confirmed ? passed : undefined);
  // Danger that has grown is no all-clear.
  const isUpgraded = event.ended_by === 'upgraded';
  const isUnsure = end === undefined && (!event.active || !confirmed);
  const asFarAsKnown = passed ? `${passed}, as far as we know` : event.active ? undefined : 'Not known right now';
  // An event that is known from the list of alerts alone has no history to show.
  const hasHistory = event.revisions.some(({ action }) => action !== '');
  return (
    <>
      <WarningTitle event={event.event} areas={alerts[0]?.areas} />
      {end !== undefined && (
        <Standing
          Icon={isUpgraded ? TriangleAlert : CircleCheck}
          iconLook={isUpgraded ? 'text-clay-ink' : 'text-ozark'}
        >
          <strong>{end}.</strong> {isUpgraded ? 'A more serious one has taken its place.' : isOverWords(declared)}{' '}
          {event.successor_key && (
            <Link to={eventPath(event.successor_key)} className="text-link">
              See what holds now
            </Link>
          )}
        </Standing>
      )}
      {isUnsure && (
        <Standing Icon={CircleHelp} iconLook="text-clay-ink">
          <strong>{strings.alertStatusUnavailable}</strong>: this may be out of date. Please check <OfficialPage />.
        </Standing>
      )}
      {end !== undefined && alerts.length > 0 && <h2 className="mt-8 text-xl">As it last was</h2>}
      <WarningParts alerts={alerts} now={now} when={end ?? asFarAsKnown} isUnderHeading={end !== undefined} />
      <div className="mt-8">
        <AlertActions alert={{ id: '', event_key: event.event_key }} printable />
      </div>
      {hasHistory && <RevisionHistory revisions={event.revisions} now={now} />}
    </>
  );
}

const isOverWords = (declared: string | undefined) => (declared ? 'This is over.' : 'Its end has passed.');

/** The tab and the history also tell where: there may be several of a kind. */
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
  /** What to say about when it holds, if it is not, or may not be, in force. */
  when?: string | undefined;
  isUnderHeading?: boolean;
}

/** The messages of one revision: several where the office describes parts of the area apart. */
export function WarningParts({ alerts, now, when, isUnderHeading = false }: WarningPartsProps) {
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
        headingLevel={isUnderHeading ? 3 : 2}
        {...(when === undefined ? {} : { when })}
      />
    </section>
  ));
}

function Standing({ Icon, iconLook, children }: { Icon: typeof CircleCheck; iconLook: string; children: ReactNode }) {
  return (
    <p role="status" className="card mt-6 flex items-center gap-4 p-5 text-lg">
      <Icon aria-hidden="true" size={28} className={`shrink-0 ${iconLook}`} />
      <span className="min-w-0">{children}</span>
    </p>
  );
}

interface RevisionHistoryProps {
  /** The newest first. */
  revisions: Revision[];
  /** By the source's clock. */
  now: number;
}

/** What each message changed, the newest first. */
function RevisionHistory({ revisions, now }: RevisionHistoryProps) {
  return (
    <Section title="What changed" headingLook="text-xl" className="mt-12">
      <ol className="mt-4 border-l-2 border-line">
        {revisions.map((revision) => (
          <li key={revision.revision} className="relative pb-5 pl-6 wrap-anywhere last:pb-0">
            <span aria-hidden="true" className="absolute top-2 -left-[7px] size-3 rounded-full bg-sky" />
            <p>
              <strong>{actionWords(revision)}</strong> <SentAt revision={revision} now={now} />
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
  const moment = Date.parse(time);
  if (Number.isNaN(moment)) return null;
  return (
    <time dateTime={time} className="text-ink-soft">
      {momentWords(moment, now)}
    </time>
  );
}
