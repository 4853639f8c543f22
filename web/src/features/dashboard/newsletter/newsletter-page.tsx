import type { Campaign } from '@site/proto/submissions/v1/newsletter.answers';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { Send } from 'lucide-react';
import { useState } from 'react';
import { AdminPage } from '../../../dashboard-kit/admin-page.js';
import { reloadChanged } from '../../../dashboard-kit/list/changed.js';
import { Loaded } from '../../../dashboard-kit/list/loaded.js';
import { ShowMore } from '../../../ui/lists/show-more.js';
import { Section } from '../../../ui/section.js';
import { Button } from '../../../ui/button.js';
import { Loading } from '../../../ui/skeleton.js';
import { useToast } from '../../../ui/toast.js';
import * as strings from '../../../strings.js';
import { CampaignDialog } from './campaign-dialog.js';
import { CampaignList } from './campaign-list.js';
import { newsletterList, newsletterQuery } from './newsletter.js';
import { SubscriberFigures } from './subscriber-figures.js';
import { SubscriberList } from './subscriber-list.js';

const twoColumns = 'grid items-start grid-cols-[minmax(0,1fr)] gap-6 lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)]';

/** /dashboard/newsletter: subscribers, campaigns, and a dialog to send a post. */
export function Page() {
  const client = useQueryClient();
  const newsletter = useInfiniteQuery({ ...newsletterQuery, staleTime: 0 });
  const showToast = useToast();
  const [choosing, setChoosing] = useState(false);

  function choose() {
    // Refreshes the number of recipients that the dialog shows.
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
        <Button onClick={choose}>
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
            <SubscriberFigures subscribers={subscribers} />
            <Section title="Campaigns" headingLook="mb-2 text-lg" className="card p-5 md:p-6">
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
                {countsLinks ? strings.linkCountsOn : strings.linkCountsOff}
              </p>
            </Section>
          </div>
        )}
      </Loaded>
      <SubscriberList />
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
