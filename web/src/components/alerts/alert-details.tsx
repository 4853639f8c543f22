import { Check, Link2 } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../button.js';
import { classNames } from '../class-names.js';
import { useNow } from '../weather/clock.js';
import type { Alert } from '../weather/forecast-types.js';
import { alertTime } from '../weather/times.js';
import { alertParagraphs } from './alert-text.js';
import { severityLook } from './severity.js';

interface AlertDetailsProps {
  alert: Alert;
  /** 2 directly under the page's title, 3 in a dialog. */
  headingLevel?: 2 | 3;
}

/** Everything an alert says: what, where, until when, what to do, who says so, and a link to hand on. */
export function AlertDetails({ alert, headingLevel = 3 }: AlertDetailsProps) {
  const Heading = `h${headingLevel}` as const;
  const now = useNow();
  const { word, className, Icon } = severityLook(alert.severity);
  return (
    <div>
      <p
        className={classNames('inline-flex items-center gap-2 rounded-full px-3 py-1 text-sm font-semibold', className)}
      >
        <Icon aria-hidden="true" size={16} />
        {word} severity
      </p>
      <p className="mt-4 text-lg font-semibold">{alert.headline}</p>
      {alert.instruction && (
        <section className="mt-5 rounded-md bg-surface-raised p-4">
          <Heading className="text-base">What to do</Heading>
          <Paragraphs text={alert.instruction} />
        </section>
      )}
      <dl className="mt-5 grid gap-x-6 sm:grid-cols-[auto_1fr] sm:gap-y-3">
        <Entry term="Where">{alert.areas}</Entry>
        <Entry term="Until">
          {alert.expires ? <time dateTime={alert.expires}>{alertTime(alert.expires, now)}</time> : 'No end given'}
        </Entry>
        <Entry term="Issued">
          <time dateTime={alert.effective}>{alertTime(alert.effective, now)}</time>
          {alert.sender && ` by ${alert.sender}`}
        </Entry>
      </dl>
      {alert.desc && (
        <section className="mt-5">
          <Heading className="text-base">The full text</Heading>
          <Paragraphs text={alert.desc} />
        </section>
      )}
      <div className="mt-5">
        <ShareLink path={alertPath(alert.id)} />
      </div>
    </div>
  );
}

/** The page of one alert. */
export function alertPath(id: string): string {
  return `/alert/${encodeURIComponent(id)}`;
}

function Entry({ term, children }: { term: string; children: React.ReactNode }) {
  return (
    <>
      <dt className="font-semibold text-ink-soft not-first:mt-3 sm:mt-0!">{term}</dt>
      <dd>{children}</dd>
    </>
  );
}

function Paragraphs({ text }: { text: string }) {
  return alertParagraphs(text).map(({ label, text: words }, index) => (
    <p key={index} className="mt-2">
      {label && <strong>{label}: </strong>}
      {words}
    </p>
  ));
}

function ShareLink({ path }: { path: string }) {
  const [copied, setCopied] = useState(false);
  async function copy() {
    const url = new URL(path, window.location.href).href;
    try {
      if ('share' in navigator) await navigator.share({ url });
      else {
        await (navigator as Navigator).clipboard.writeText(url);
        setCopied(true);
      }
    } catch {
      // Closing the share sheet is an error of its own; the link stays where it is.
    }
  }
  return (
    <Button tone="secondary" size="small" onClick={() => void copy()}>
      {copied ? <Check aria-hidden="true" size={16} /> : <Link2 aria-hidden="true" size={16} />}
      <span aria-live="polite">{copied ? 'Link copied' : 'Share this alert'}</span>
    </Button>
  );
}
