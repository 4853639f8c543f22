import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Loaded } from '../../../dashboard-kit/list/loaded.js';
import { Loading } from '../../../ui/skeleton.js';
import { numberText } from '../../../ui/figures.js';
import { linksQuery } from './newsletter.js';

/** Clicks per link of a campaign, as bars with figures. Loaded when opened. */
export function CampaignLinks({ id, title }: { id: string; title: string }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details className="mt-3" onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary className="inline-flex min-h-11 cursor-pointer items-center text-sm font-semibold">
        Link clicks<span className="sr-only">: “{title}”</span>
      </summary>
      {isOpen && <Links id={id} title={title} />}
    </details>
  );
}

function Links({ id, title }: { id: string; title: string }) {
  const links = useQuery(linksQuery(id));
  return (
    <Loaded
      query={links}
      failure="We couldn’t load the figures. Try again."
      placeholder={<Loading label="Loading the links" count={1} each="h-20" />}
    >
      {(found) => {
        const most = Math.max(1, ...found.map(({ clicks }) => clicks));
        if (found.length === 0)
          return <p className="text-sm text-ink-soft">Clicks weren’t counted for this campaign.</p>;
        return (
          <>
            <p className="text-sm text-ink-soft">
              We count clicks, not who clicked. Mail scanners also follow links, so the numbers are rather high.
            </p>
            <table aria-label={`Link clicks in “${title}”`} className="mt-2 w-full text-sm">
              <thead className="sr-only">
                <tr>
                  <th scope="col">Link</th>
                  <th scope="col">Clicks</th>
                </tr>
              </thead>
              <tbody>
                {found.map(({ number, url, clicks }) => (
                  <tr key={number}>
                    <th scope="row" className="py-1.5 text-left font-normal wrap-anywhere">
                      {url}
                      <span aria-hidden="true" className="mt-1 block h-1.5 rounded-full bg-line">
                        <span
                          style={{ width: `${(clicks / most) * 100}%` }}
                          className="block h-full rounded-full bg-sky"
                        />
                      </span>
                    </th>
                    <td className="figures w-16 py-1.5 pl-3 text-right align-top font-semibold">
                      {numberText(clicks)}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </>
        );
      }}
    </Loaded>
  );
}
