import type { Delivery } from '@site/proto/notifications/v1/deliveries.responses';
import { useQuery } from '@tanstack/react-query';
import { Timer } from 'lucide-react';
import { fullDateTime, fullDate } from '@/components/time/times.js';
import { ButtonLink } from '@/ui/button.js';
import { NotAvailable } from '@/ui/pages/not-available.js';
import { OlderNote } from '@/ui/pages/stale-note.js';
import { PageHead } from '@/ui/pages/page-head.js';
import { Section } from '@/ui/page-section.js';
import { Loading } from '@/ui/skeleton.js';
import { deliveryQuery } from './delivery.js';
import { PeriodStats } from './period-statistics.js';
import { WarningStats } from './warning-statistics.js';

/** /delivery: public statistics on how long our warnings took, including slow ones. */
export function Page() {
  const query = useQuery(deliveryQuery);
  return (
    <>
      <PageHead
        title="How fast our warnings are"
        lead="How long our warnings take to reach you, measured every time."
      />
      <div className="container-page flex flex-col gap-10">
        {query.data ? (
          <>
            {query.isRefetchError && <OlderNote>We couldn’t load the newest figures.</OlderNote>}
            {query.data.stuck_since && <StuckNote since={query.data.stuck_since} />}
            <DeliveryStats delivery={query.data} />
          </>
        ) : query.isError ? (
          <NotAvailable isTrying={query.isFetching} onRetry={query.refetch}>
            We can’t show the figures right now.
          </NotAvailable>
        ) : (
          <Loading label="Loading the figures" className="flex flex-col gap-6" count={3} each="h-64 rounded-lg" />
        )}
        {/* Appears with the figures, whose height isn't known before, so that it doesn't move. */}
        {query.isPending ? (
          <noscript>
            <Explanation />
          </noscript>
        ) : (
          <Explanation />
        )}
      </div>
    </>
  );
}

function StuckNote({ since }: { since: string }) {
  return (
    <div role="alert" className="card border-l-4 border-clay p-5 md:p-6">
      <h2 className="text-lg">Notifications of new warnings aren’t going out</h2>
      <p className="mt-1">
        Since {fullDateTime(Date.parse(since))}, a fault keeps us from sending them. We’re working on it. The warnings
        are on this site: check the alerts page, and have a second way to get them.
      </p>
      <ButtonLink to="/alert" className="mt-4">
        See current alerts
      </ButtonLink>
    </div>
  );
}

function DeliveryStats({ delivery: { periods, warnings, since } }: { delivery: Delivery }) {
  if (since === null)
    return (
      <div className="card flex flex-col items-center px-6 py-14 text-center">
        <Timer aria-hidden="true" size={40} className="text-ink-soft" />
        <p className="mt-4 max-w-md text-lg">Nothing to measure yet.</p>
        <p className="mt-1 max-w-md text-ink-soft">
          This site hasn’t sent a warning yet. Figures will appear here after the first one.
        </p>
        <ButtonLink to="/alert" className="mt-6">
          Get warnings
        </ButtonLink>
      </div>
    );
  return (
    <>
      <Section title="All warnings">
        <p className="mt-1 text-ink-soft">Measured since {fullDate(Date.parse(since))}.</p>
        <div className="mt-6 flex flex-col gap-6">
          {periods.map((period) => (
            <PeriodStats key={period.period} period={period} />
          ))}
        </div>
      </Section>
      {warnings.length > 0 ? (
        <WarningStats warnings={warnings} />
      ) : (
        <p className="card p-5 md:p-6">No tornado warnings since then.</p>
      )}
    </>
  );
}

/** One sentence per figure, then what they leave out. */
const notes: [string, string][] = [
  [
    'Weather service to us, and “seen after”',
    'The time from when the weather service sent a warning, which it states, until we first saw the warning.',
  ],
  [
    'From us to you',
    'The time from when we first saw it until your browser’s push service or your mail server accepted our message.',
  ],
  [
    'Half, 90% and 99%',
    'That share of all messages took at most this long; in the list of tornado warnings, counted from when the weather service sent the warning.',
  ],
  ['Accepted', 'The push service or mail server took the message while the warning was in effect.'],
  ['Late', 'The message wasn’t accepted while the warning was in effect, so we stopped trying to send it.'],
  ['Address gone', 'The browser or mailbox no longer exists, so we deleted the subscription.'],
  ['Failed', 'The push service or mail server refused the message, or we couldn’t send it.'],
  ['Within 15 seconds', 'One in ten devices reports, anonymously, when a notification appeared.'],
  ['What we can’t measure', 'What happens after a message is accepted, and whether you saw it.'],
  [
    'Negative figures',
    'The first part compares the weather service’s clock with ours; if theirs was ahead, the figure is negative, and we show it unchanged.',
  ],
];

function Explanation() {
  return (
    <Section title="How to read these figures">
      <dl className="mt-4 grid gap-x-10 gap-y-5 md:grid-cols-2">
        {notes.map(([name, text]) => (
          <div key={name}>
            <dt className="font-semibold">{name}</dt>
            <dd className="text-ink-soft">{text}</dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}
