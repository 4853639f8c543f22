/** Figures of warning subscriptions and of the last day's deliveries. */
import { kindLabel } from '@site/domain/notifications/kinds';
import type { Delivery } from '@site/proto/notifications/v1/deliveries.responses';
import {
  type ChannelCount,
  type ChannelKind,
  channelKinds,
  type ChannelState,
  channelStates,
  type Segments,
} from '@site/proto/notifications/v1/subscriptions.responses';
import { counties } from '@site/regions/counties';
import { useQuery } from '@tanstack/react-query';
import { ExternalLink } from 'lucide-react';
import { useId, useState } from 'react';
import { Facts } from '@/dashboard-kit/facts.js';
import { WideTable } from '@/dashboard-kit/wide-table.js';
import { Loaded } from '@/dashboard-kit/list/paged-list.js';
import { Button } from '@/ui/button.js';
import { durationText, numberText, shareText } from '@/ui/number-format.js';
import { OutsideLink } from '@/ui/outside-link.js';
import { Section } from '@/ui/page-section.js';
import { Loading } from '@/ui/skeleton.js';
import { channelNames, segmentsQuery, stateNames } from './notifications.js';

/** By importance. */
const orderedStates: readonly ChannelState[] = ['confirmed', ...channelStates.filter((state) => state !== 'confirmed')];

export function ChannelStats({ channels }: { channels: ChannelCount[] }) {
  const count = (kind: ChannelKind, state: ChannelState) =>
    channels.find((each) => each.channel === kind && each.state === state)?.count ?? 0;
  const confirmedCount = channels.reduce((sum, each) => sum + (each.state === 'confirmed' ? each.count : 0), 0);
  return (
    <Section title="Subscribers" headingClassName="text-lg" className="card p-5 md:p-6">
      <p className="mt-2 flex flex-wrap items-baseline gap-x-2">
        <span className="figures shrink-0 text-3xl font-bold">{numberText(confirmedCount)}</span>
        <span className="text-ink-soft">{confirmedCount === 1 ? 'device or address' : 'devices and addresses'}</span>
      </p>
      <WideTable label="Subscribers">
        <thead>
          <tr className="text-sm text-ink-soft">
            <th scope="col" className="py-1 text-left font-medium">
              Channel
            </th>
            {orderedStates.map((state) => (
              <th key={state} scope="col" className="py-1 pl-3 text-right font-medium whitespace-nowrap">
                {stateNames[state]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line border-t border-line">
          {channelKinds.map((kind) => (
            <tr key={kind}>
              <th scope="row" className="py-2 text-left font-medium">
                {channelNames[kind]}
              </th>
              {orderedStates.map((state) => (
                <td key={state} className="figures py-2 pl-3 text-right">
                  {numberText(count(kind, state))}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </WideTable>
    </Section>
  );
}

/** Covers the last day only; the full figures are public. */
export function DeliverySpeedStats({ delivery }: { delivery: Delivery }) {
  const day = delivery.periods.find(({ period }) => period === 'day');
  const messages = day ? day.accepted + day.late + day.gone + day.failed : 0;
  return (
    <Section title="Last 24 hours" headingClassName="text-lg" className="card p-5 md:p-6">
      {day && day.dispatches > 0 ? (
        <Facts
          className="mt-3 grid-cols-2 gap-y-3"
          facts={[
            ['Dispatches', numberText(day.dispatches)],
            ['Messages', numberText(messages)],
            ['Accepted', messages > 0 ? shareText(day.accepted, messages) : '–'],
            ['Late', numberText(day.late)],
            ['50% within', day.own_lag ? durationText(day.own_lag.p50) : '–'],
            ['99% within', day.own_lag ? durationText(day.own_lag.p99) : '–'],
          ]}
        />
      ) : (
        <p className="mt-3 text-ink-soft">Nothing needed to be sent.</p>
      )}
      <p className="mt-4">
        <OutsideLink href="/delivery" className="text-link inline-flex min-h-6 items-center gap-1.5">
          View the public page
          <ExternalLink aria-hidden="true" size={14} />
        </OutsideLink>
      </p>
    </Section>
  );
}

const initialCount = 10;

const countyName = (fips: string) => counties.find((county) => county.fips === fips)?.name ?? fips;

export function SegmentStats() {
  const segments = useQuery(segmentsQuery);
  return (
    <Section title="Subscribers by kind and county" headingClassName="mb-2 text-lg" className="card p-5 md:p-6">
      <p className="mb-4 text-sm text-ink-soft">
        Confirmed devices and addresses. Subscribers with several counties or kinds are counted in each.
      </p>
      <Loaded
        query={segments}
        failure="We couldn’t load the figures. Try again."
        placeholder={<Loading label="Loading the subscribers" count={1} each="h-64" />}
      >
        {({ kinds, counties: places }) =>
          places.length === 0 && kinds.length === 0 ? (
            <p className="py-8 text-center text-ink-soft">No one has confirmed yet.</p>
          ) : (
            <div className="grid items-start gap-x-10 gap-y-6 md:grid-cols-2">
              <Bars title="By kind" first="Kind" segments={kinds} nameOf={kindLabel} />
              <Bars title="By county" first="County" segments={places} nameOf={countyName} />
            </div>
          )
        }
      </Loaded>
    </Section>
  );
}

interface BarsProps {
  title: string;
  first: string;
  segments: Segments['kinds'];
  nameOf: (name: string) => string;
}

function Bars({ title, first, segments, nameOf }: BarsProps) {
  const titleId = useId();
  const [isExpanded, setIsExpanded] = useState(false);
  const maxCount = Math.max(1, ...segments.map(({ count }) => count));
  const visibleSegments = isExpanded ? segments : segments.slice(0, initialCount);
  return (
    <div>
      <h3 id={titleId} className="mb-1 text-base">
        {title}
      </h3>
      <table aria-labelledby={titleId} className="w-full text-sm">
        <thead className="sr-only">
          <tr>
            <th scope="col">{first}</th>
            <th scope="col">Subscribers</th>
          </tr>
        </thead>
        <tbody>
          {visibleSegments.map(({ name, count }) => (
            <tr key={name}>
              <th scope="row" className="py-1.5 text-left font-normal">
                {nameOf(name)}
                <span aria-hidden="true" className="mt-1 block h-1.5 rounded-full bg-line">
                  <span
                    style={{ width: `${(count / maxCount) * 100}%` }}
                    className="block h-full rounded-full bg-sky"
                  />
                </span>
              </th>
              <td className="figures w-20 py-1.5 pl-3 text-right align-bottom font-semibold">{numberText(count)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {segments.length > initialCount && (
        <Button
          tone="secondary"
          size="small"
          className="mt-2 min-h-11"
          aria-expanded={isExpanded}
          onClick={() => setIsExpanded(!isExpanded)}
        >
          {isExpanded ? 'Show fewer' : `Show all ${segments.length}`}
        </Button>
      )}
    </div>
  );
}
