import type { DeliveryPeriod, Percentiles } from '@site/proto/notifications/v1/deliveries.responses';
import { useId } from 'react';
import { numberText, shareText } from '@/ui/number-format.js';
import { messagesOf, periodNames, secondsText, summarizeDisplays } from './delivery.js';
import { StatsRow, StatsTable } from './statistics-table.js';
import { SpanLegend, Spans } from './duration-bar.js';

const styles = { p50: 'text-sky', p90: 'text-sky/60', p99: 'text-sky/30' } as const;
const legend = [
  { name: 'half of them', className: styles.p50 },
  { name: '90%', className: styles.p90 },
  { name: '99%', className: styles.p99 },
];

/** From the weather service's `sent` to our first sight, and from there to acceptance by the channel. */
const parts = { source: 'Weather service to us', dispatch: 'From us to you' };

const spansOf = ({ p50, p90, p99 }: Percentiles) => [
  { name: 'p50', until: p50, className: styles.p50 },
  { name: 'p90', until: p90, className: styles.p90 },
  { name: 'p99', until: p99, className: styles.p99 },
];

const toPercentileLabels = (lag: Percentiles | null) =>
  lag ? [secondsText(lag.p50), secondsText(lag.p90), secondsText(lag.p99)] : [null, null, null];

/** Statistics of one period: latency by leg, and delivery results. */
export function PeriodStats({ period }: { period: DeliveryPeriod }) {
  const id = useId();
  const {
    source_lag: source,
    own_lag: dispatchLag,
    already_active: already,
    dispatches,
    accepted,
    late,
    gone,
    failed,
  } = period;
  const maxSeconds = Math.max(source?.p99 ?? 0, dispatchLag?.p99 ?? 0);
  const messages = messagesOf(period);
  const { devices, soon } = summarizeDisplays(period);
  return (
    <section aria-labelledby={id} className="card p-5 md:p-6">
      <h3 id={id} className="text-lg">
        {periodNames[period.period]}
      </h3>
      {already > 0 && (
        <p className="mt-2 text-ink-soft">
          {already === 1 ? '1 alert was' : `${numberText(already)} alerts were`} already in effect when we first saw
          {already === 1 ? ' it' : ' them'}, for example after an outage. We don’t count {already === 1 ? 'it' : 'them'}{' '}
          here.
        </p>
      )}
      {dispatches === 0 ? (
        <p className="mt-2 text-ink-soft">{already > 0 ? 'No other warning' : 'No warning'} had to be sent.</p>
      ) : (
        <>
          <div className="mt-4 grid items-center gap-x-4 gap-y-1 sm:grid-cols-[12rem_1fr] sm:gap-y-3">
            {source && (
              <>
                <p aria-hidden="true">{parts.source}</p>
                <Spans spans={spansOf(source)} maxSeconds={maxSeconds} />
              </>
            )}
            {dispatchLag && (
              <>
                <p aria-hidden="true" className="max-sm:mt-2">
                  {parts.dispatch}
                </p>
                <Spans spans={spansOf(dispatchLag)} maxSeconds={maxSeconds} />
              </>
            )}
          </div>
          <SpanLegend entries={legend} />
          <StatsTable labelledBy={id} columns={['Within', 'half', '90%', '99%']}>
            <StatsRow name={parts.source} values={toPercentileLabels(source)} />
            <StatsRow name={parts.dispatch} values={toPercentileLabels(dispatchLag)} />
          </StatsTable>
          <dl className="mt-5 grid grid-cols-2 gap-x-6 gap-y-3 border-t border-line pt-4 sm:grid-cols-4">
            <Figure name="Accepted" count={accepted} of={messages} />
            <Figure name="Late" count={late} of={messages} />
            <Figure name="Address gone" count={gone} of={messages} />
            <Figure name="Failed" count={failed} of={messages} />
          </dl>
          <p className="mt-3 text-sm text-ink-soft">
            {devices > 0
              ? `Of ${numberText(devices)} devices that reported, ${shareText(soon, devices)} showed it within 15 seconds.`
              : 'No device has reported yet.'}
          </p>
        </>
      )}
    </section>
  );
}

function Figure({ name, count, of }: { name: string; count: number; of: number }) {
  return (
    <div>
      <dt className="text-sm text-ink-soft">{name}</dt>
      <dd className="figures">
        <span className="text-lg font-semibold">{of > 0 ? shareText(count, of) : '–'}</span>{' '}
        <span className="text-sm text-ink-soft">({numberText(count)})</span>
      </dd>
    </div>
  );
}
