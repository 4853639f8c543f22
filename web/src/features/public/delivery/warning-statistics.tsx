import type { DeliveredWarning } from '@site/proto/notifications/v1/deliveries.responses';
import { useId } from 'react';
import { Link } from 'react-router-dom';
import { eventPath } from '@/components/alerts/alert-path.js';
import { fullDateTime } from '@/components/time/times.js';
import { numberText } from '@/ui/number-format.js';
import { messagesOf, placesOf, secondsBetween, secondsText } from './delivery.js';
import { StatsRow, StatsTable } from './statistics-table.js';
import { SpanLegend, Spans, type Span } from './duration-bar.js';

const styles = { seen: 'text-edge', half: 'text-sky', nearlyAll: 'text-sky/40' } as const;
const legend = [
  { name: 'until we saw it', className: styles.seen },
  { name: 'until half were accepted', className: styles.half },
  { name: 'until 99% were', className: styles.nearlyAll },
];

/** Seconds after the weather service sent the warning; null for steps that haven't happened. */
const momentsOf = (warning: DeliveredWarning) => ({
  seen: secondsBetween(warning.sent, warning.first_seen_at),
  half: secondsBetween(warning.sent, warning.half_accepted_at),
  nearlyAll: secondsBetween(warning.sent, warning.nearly_all_accepted_at),
});

function spansOf(warning: DeliveredWarning): Span[] {
  const moments = momentsOf(warning);
  return (['seen', 'half', 'nearlyAll'] as const).flatMap((name) => {
    const until = moments[name];
    return until === null ? [] : [{ name, until, className: styles[name] }];
  });
}

const textOf = (seconds: number | null) => (seconds === null ? null : secondsText(seconds));

/** The latest tornado warnings, drawn and as a table. */
export function WarningStats({ warnings }: { warnings: DeliveredWarning[] }) {
  const id = useId();
  const maxSeconds = Math.max(...warnings.flatMap((warning) => spansOf(warning).map(({ until }) => until)));
  return (
    <section aria-labelledby={id} className="card p-5 md:p-6">
      <h2 id={id} className="text-xl">
        The last {warnings.length === 1 ? 'tornado warning' : `${warnings.length} tornado warnings`}
      </h2>
      <div
        aria-hidden="true"
        className="mt-4 grid items-center gap-x-4 gap-y-1 sm:grid-cols-[16rem_1fr] sm:gap-y-3 lg:grid-cols-[20rem_1fr]"
      >
        {warnings.map((warning) => (
          <div key={warning.event_key} className="contents">
            <p className="truncate max-sm:mt-2">{placesOf(warning) || warning.event}</p>
            <Spans spans={spansOf(warning)} maxSeconds={maxSeconds} />
          </div>
        ))}
      </div>
      <SpanLegend entries={legend} />
      <StatsTable
        labelledBy={id}
        columns={['Warning', 'Seen after', 'Half after', '99% after', 'Accepted', 'Late', 'Gone', 'Failed']}
      >
        {warnings.map((warning) => {
          const { seen, half, nearlyAll } = momentsOf(warning);
          return (
            <StatsRow
              key={warning.event_key}
              name={
                <div className="min-w-40">
                  <Link className="text-link" to={eventPath(warning.event_key)}>
                    {placesOf(warning) || warning.event}
                  </Link>
                  <span className="block text-sm font-normal text-ink-soft">
                    {fullDateTime(Date.parse(warning.sent))}
                  </span>
                  {messagesOf(warning) === 0 && (
                    <span className="block text-sm font-normal text-ink-soft">No subscribers in its counties.</span>
                  )}
                </div>
              }
              values={[
                textOf(seen),
                textOf(half),
                textOf(nearlyAll),
                ...[warning.accepted, warning.late, warning.gone, warning.failed].map(numberText),
              ]}
            />
          );
        })}
      </StatsTable>
    </section>
  );
}
