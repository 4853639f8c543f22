/** Newsletter screen: figures, campaigns and subscribers. */
import type { Campaign, Newsletter } from '@site/proto/submissions/v1/newsletter.responses';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { Send } from 'lucide-react';
import { useState } from 'react';
import * as strings from '@/strings/public-strings.js';
import { AdminPage } from '@/dashboard-kit/admin-page.js';
import { reloadChanged } from '@/dashboard-kit/list/queries.js';
import { Loaded } from '@/dashboard-kit/list/paged-list.js';
import { Button } from '@/ui/button.js';
import { numberText, shareText } from '@/ui/number-format.js';
import { ShowMore } from '@/ui/lists/show-more.js';
import { Section } from '@/ui/page-section.js';
import { ShareBar } from '@/ui/share-bar.js';
import { Loading } from '@/ui/skeleton.js';
import { useToast } from '@/ui/toast.js';
import { CampaignDialog } from './campaign-dialog.js';
import { CampaignList } from './campaign-list.js';
import { newsletterList, newsletterQuery, states, subscriberStates } from './newsletter.js';
import { SubscriberList } from './subscriber-list.js';

const twoColumns = 'grid items-start grid-cols-[minmax(0,1fr)] gap-6 lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)]';

export function Page() {
  const client = useQueryClient();
  const newsletter = useInfiniteQuery({ ...newsletterQuery, staleTime: 0 });
  const showToast = useToast();
  const [choosing, setChoosing] = useState(false);

  function openPicker() {
    void newsletter.refetch();
    setChoosing(true);
  }

  function started({ title, state }: Campaign) {
    setChoosing(false);
    showToast(state === 'planned' ? `“${title}” is scheduled.` : `“${title}” is being sent.`);
    reloadChanged(client, newsletterList);
  }

  return (
    <AdminPage
      title={strings.newsletter}
      action={
        <Button onClick={openPicker}>
          <Send aria-hidden="true" size={18} />
          New campaign
        </Button>
      }
    >
      <Loaded
        query={newsletter}
        failure="We couldn’t load the newsletter’s figures. Try again."
        placeholder={<Placeholder />}
      >
        {({ subscribers, campaigns, link_counts: countsLinks }) => (
          <div className={twoColumns}>
            <SubscriberStats subscribers={subscribers} />
            <Section title="Campaigns" headingClassName="mb-2 text-lg" className="card p-5 md:p-6">
              {campaigns.length === 0 ? (
                <div className="flex flex-col items-center px-4 py-10 text-center text-ink-soft">
                  <Send aria-hidden="true" size={36} />
                  <p className="mt-4 max-w-sm">
                    Nothing has been sent yet. A campaign emails a blog post to all confirmed subscribers.
                  </p>
                </div>
              ) : (
                <>
                  <p className="mb-2 text-sm text-ink-soft">Newest first</p>
                  <CampaignList campaigns={campaigns} countsLinks={countsLinks} />
                </>
              )}
              <ShowMore list={newsletter} />
              <p className="mt-4 border-t border-line pt-3 text-sm text-ink-soft">
                {countsLinks
                  ? 'We count how often each link is clicked, but not by whom, and every email says so. Email scanners click links too, so the numbers run high.'
                  : 'Link counts are off. An operator can turn them on.'}
              </p>
            </Section>
          </div>
        )}
      </Loaded>
      <SubscriberList confirmsImports={newsletter.data?.import_confirmations ?? true} />
      {choosing && (
        <CampaignDialog
          readers={newsletter.data?.readers}
          campaigns={newsletter.data?.campaigns ?? []}
          onStarted={started}
          onClose={() => setChoosing(false)}
        />
      )}
    </AdminPage>
  );
}

function Placeholder() {
  return (
    <Loading label="Loading the newsletter’s figures" className={twoColumns} count={2} each="h-[29rem] rounded-lg" />
  );
}

function SubscriberStats({ subscribers }: { subscribers: Newsletter['subscribers'] }) {
  const all = subscriberStates.reduce((sum, state) => sum + subscribers[state], 0);
  return (
    <Section title="Subscribers by status" headingClassName="text-lg" className="card p-5 md:p-6">
      <p className="mt-2 flex items-baseline gap-2">
        <span className="figures text-3xl font-bold">{numberText(subscribers.confirmed)}</span>
        <span className="text-ink-soft">{subscribers.confirmed === 1 ? 'gets' : 'get'} the newsletter</span>
      </p>
      <div className="mt-4">
        <ShareBar
          parts={subscriberStates.map((state) => ({
            name: state,
            count: subscribers[state],
            className: states[state].className,
          }))}
        />
      </div>
      <table aria-label="Subscribers by status" className="mt-3 w-full">
        <thead className="sr-only">
          <tr>
            <th scope="col">Status</th>
            <th scope="col">Addresses</th>
            <th scope="col">Share</th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {subscriberStates.map((state) => (
            <tr key={state}>
              <th scope="row" className="py-2 text-left font-medium">
                <span className="flex items-baseline gap-2.5">
                  <span aria-hidden="true" className={`size-2.5 shrink-0 rounded-full ${states[state].className}`} />
                  <span>
                    {states[state].name}
                    <span className="block text-sm font-normal text-ink-soft">{states[state].explanation}</span>
                  </span>
                </span>
              </th>
              <td className="figures py-2 pl-3 text-right align-top font-semibold">{numberText(subscribers[state])}</td>
              <td className="figures w-16 py-2 text-right align-top text-ink-soft">
                {shareText(subscribers[state], all)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  );
}
