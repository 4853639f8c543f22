import type { Delivery } from '@site/proto/notifications/v1/deliveries.answers';
import { useQuery } from '@tanstack/react-query';
import { Timer } from 'lucide-react';
import { fullDate } from '../../../domain/time/times.js';
import { ButtonLink } from '../../../ui/button.js';
import { NotAvailable } from '../../../ui/pages/not-available.js';
import { OlderNote } from '../../../ui/pages/older-note.js';
import { PageHead } from '../../../ui/pages/page-head.js';
import { Section } from '../../../ui/section.js';
import { Loading } from '../../../ui/skeleton.js';
import { deliveryQuery } from './delivery.js';
import { PeriodFigures } from './period-figures.js';
import { WarningFigures } from './warning-figures.js';

/** /delivery: public statistics on how long our warnings took, including slow ones. */
export function Page() {
  const query = useQuery(deliveryQuery);
  return (
    <>
      <PageHead
        title="How fast our warnings are"
        lead="From the moment the weather service sends a warning until a message about it is accepted for you. Measured on every warning, good or bad."
      />
      <div className="container-page flex flex-col gap-10">
        {query.data ? (
          <>
            {query.isRefetchError && <OlderNote>The newest figures could not be loaded.</OlderNote>}
            <Figures delivery={query.data} />
          </>
        ) : query.isError ? (
          <NotAvailable isTrying={query.isFetching} onRetry={query.refetch}>
            The figures cannot be shown right now.
          </NotAvailable>
        ) : (
          <Loading label="Loading the figures" className="flex flex-col gap-6" count={3} each="h-64 rounded-lg" />
        )}
        <Explanation />
      </div>
    </>
  );
}

function Figures({ delivery: { periods, warnings, since } }: { delivery: Delivery }) {
  if (since === null)
    return (
      <div className="card flex flex-col items-center px-6 py-14 text-center">
        <Timer aria-hidden="true" size={40} className="text-ink-soft" />
        <p className="mt-4 max-w-md text-lg">Nothing has been measured yet.</p>
        <p className="mt-1 max-w-md text-ink-soft">
          No warning has been sent from this site so far. The figures of the first one will stand here.
        </p>
        <ButtonLink to="/alert" className="mt-6">
          Be told of warnings
        </ButtonLink>
      </div>
    );
  return (
    <>
      <Section title="All warnings">
        <p className="mt-1 text-ink-soft">Measured since {fullDate(Date.parse(since))}.</p>
        <div className="mt-6 flex flex-col gap-6">
          {periods.map((period) => (
            <PeriodFigures key={period.period} period={period} />
          ))}
        </div>
      </Section>
      {warnings.length > 0 ? (
        <WarningFigures warnings={warnings} />
      ) : (
        <p className="card p-5 md:p-6">There has been no tornado warning since then.</p>
      )}
    </>
  );
}

const notes: [string, string][] = [
  [
    'What is measured',
    'The weather service writes into each warning when it was sent. We note when we first saw it, and when the push service of your browser, or your mail server, accepted our message. What happens after that we cannot see.',
  ],
  [
    'What is not',
    'Whether you saw it. One device in ten tells us when it showed a notification, without saying which device it is.',
  ],
  [
    'Clocks',
    'The first part of the way is measured with two clocks, theirs and ours. Where theirs was ahead, the figure is negative, and we show it as it is.',
  ],
  [
    'Late and gone',
    'A message is late when it was not accepted while the warning was in force; then it is not sent any more. An address is gone when a browser or mailbox does not exist any more.',
  ],
];

function Explanation() {
  return (
    <Section title="How to read this">
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
