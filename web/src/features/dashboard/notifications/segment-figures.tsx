import { kindLabel } from '@site/domain/notifications/kinds';
import type { Segments } from '@site/proto/notifications/v1/subscriptions.answers';
import { counties } from '@site/state/counties';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { Loaded } from '../../../dashboard-kit/list/loaded.js';
import { Button } from '../../../ui/button.js';
import { numberText } from '../../../ui/figures.js';
import { Section } from '../../../ui/section.js';
import { Loading } from '../../../ui/skeleton.js';
import { segmentsQuery } from './notifications.js';

/** Counties shown before "Show all". */
const shownAtFirst = 10;

const countyName = (fips: string) => counties.find((county) => county.fips === fips)?.name ?? fips;

/** Subscribers by kind of weather and by county, as bars with figures. */
export function SegmentFigures() {
  const segments = useQuery(segmentsQuery);
  return (
    <Section title="Subscribers by kind and county" headingLook="mb-2 text-lg" className="card p-5 md:p-6">
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
  /** Heading of the first column. */
  first: string;
  segments: Segments['kinds'];
  nameOf: (name: string) => string;
}

function Bars({ title, first, segments, nameOf }: BarsProps) {
  const titleId = useId();
  const [isWhole, setIsWhole] = useState(false);
  const most = Math.max(1, ...segments.map(({ count }) => count));
  const shown = isWhole ? segments : segments.slice(0, shownAtFirst);
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
          {shown.map(({ name, count }) => (
            <tr key={name}>
              <th scope="row" className="py-1.5 text-left font-normal">
                {nameOf(name)}
                <span aria-hidden="true" className="mt-1 block h-1.5 rounded-full bg-line">
                  <span style={{ width: `${(count / most) * 100}%` }} className="block h-full rounded-full bg-sky" />
                </span>
              </th>
              <td className="figures w-20 py-1.5 pl-3 text-right align-bottom font-semibold">{numberText(count)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {segments.length > shownAtFirst && (
        <Button
          tone="secondary"
          size="small"
          className="mt-2 min-h-11"
          aria-expanded={isWhole}
          onClick={() => setIsWhole(!isWhole)}
        >
          {isWhole ? 'Show fewer' : `Show all ${segments.length}`}
        </Button>
      )}
    </div>
  );
}
