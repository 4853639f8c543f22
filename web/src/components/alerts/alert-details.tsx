/** An alert in full: badge, times, area, instruction and text. */
import type { Alert } from '@site/proto/weather/v1/alerts.responses';
import type { ReactNode } from 'react';
import { alertParagraphs } from './alert-text.js';
import { signsOf } from './alert-signs.js';
import { formatAlertTime, whenOf } from './alert-period.js';
import { classNames } from '@/ui/class-names.js';
import { Summary } from '@/ui/details-summary.js';
import { LinkedText } from '@/ui/linked-text.js';
import { getAlertStyle, alertMark, type Rated } from './alert-variant.js';
import { NwwsNote } from './nwws-note.js';

interface AlertDetailsProps {
  alert: Alert;
  /** Upstream clock. */
  now: number;
  /** 3 below another heading. */
  headingLevel?: 2 | 3;
  /** Replaces the alert's own times, for instance after a cancellation. */
  when?: ReactNode;
  /** The page already shows the badge, instruction and times. */
  isContinued?: boolean;
  /** Canceled or past its end: its instructions no longer command. */
  isOver?: boolean;
}

export function AlertDetails({
  alert,
  now,
  headingLevel = 3,
  when,
  isContinued = false,
  isOver = false,
}: AlertDetailsProps) {
  const Heading = `h${headingLevel}` as const;
  const issued = Date.parse(alert.sent || alert.effective);
  return (
    <div className="wrap-anywhere">
      {!isContinued && (
        <p>
          <AlertBadge alert={alert} />
        </p>
      )}
      <p className="mt-4 text-lg font-semibold">{alert.nws_headline || alert.headline}</p>
      {alert.instruction && isOver && (
        <details className="print-summary group mt-5 rounded-md bg-surface-raised px-4">
          <Summary className="min-h-11 py-2 font-semibold">Instructions while it was in effect</Summary>
          <div className="pb-4">
            <Paragraphs text={alert.instruction} />
          </div>
        </details>
      )}
      {alert.instruction && !isContinued && !isOver && (
        <section className="mt-5 rounded-md bg-surface-raised p-4">
          <Heading className="text-base">What to do</Heading>
          <Paragraphs text={alert.instruction} />
        </section>
      )}
      <dl className="mt-5 grid gap-x-6 sm:grid-cols-[minmax(5rem,auto)_1fr] sm:gap-y-3 print:gap-y-0.5">
        {!isContinued && <Entry term="When">{when ?? whenOf(alert, now)}</Entry>}
        <Entry term="Where">{alert.areas}</Entry>
        {signsOf(alert).map(({ term, value }) => (
          <Entry key={term} term={term}>
            {value}
          </Entry>
        ))}
        {alert.severity && <Entry term="Rated">{alert.severity} severity</Entry>}
        <Entry term="Issued">
          {Number.isNaN(issued) ? (
            'Time not given'
          ) : (
            <time dateTime={new Date(issued).toISOString()}>{formatAlertTime(issued, now)}</time>
          )}
          {alert.sender && ` by ${alert.sender}`}
          <NwwsNote fromNwws={alert.from_nwws} />
        </Entry>
      </dl>
      {alert.desc && (
        <section className="mt-5">
          <Heading className="text-base">Full text</Heading>
          {alert.nws_headline && alert.headline !== alert.nws_headline && <p className="mt-2">{alert.headline}</p>}
          <Paragraphs text={alert.desc} />
        </section>
      )}
    </div>
  );
}

function Entry({ term, children }: { term: string; children: ReactNode }) {
  return (
    <>
      <dt className="font-semibold text-ink-soft not-first:mt-3 sm:mt-0!">{term}</dt>
      <dd className="min-w-0">{children}</dd>
    </>
  );
}

function Paragraphs({ text }: { text: string }) {
  return alertParagraphs(text).map(({ label, text: paragraph }, index) => (
    <p key={index} className="mt-2">
      {label && <strong>{label}: </strong>}
      <LinkedText text={paragraph} />
    </p>
  ));
}

export function AlertBadge({ alert }: { alert: Rated }) {
  const { className, Icon } = getAlertStyle(alert);
  return (
    <span
      className={classNames('inline-flex items-center gap-2 rounded-full px-3 py-1 text-sm font-semibold', className)}
    >
      <Icon aria-hidden="true" size={16} className="shrink-0" />
      {alertMark(alert)}
    </span>
  );
}
