import type { Subscriber } from '@site/proto/submissions/v1/newsletter.answers';
import type { SubscriberState } from '@site/proto/submissions/v1/newsletter.schema';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { Download, SearchX, Users } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { reloadChanged } from '../../../dashboard-kit/list/changed.js';
import { DeleteDialog } from '../../../dashboard-kit/editor/delete-dialog.js';
import { EmptyState } from '../../../ui/lists/empty-state.js';
import { ListOrder } from '../../../dashboard-kit/list/list-order.js';
import { PagedList } from '../../../dashboard-kit/list/loaded.js';
import { saveFile } from '../../../ui/save-file.js';
import { SearchBox } from '../../../dashboard-kit/list/search-box.js';
import { useSearchWords } from '../../../dashboard-kit/list/search-words.js';
import { Banner } from '../../../ui/banner.js';
import { Button } from '../../../ui/button.js';
import { classNames } from '../../../ui/class-names.js';
import { inputLook } from '../../../ui/forms/input-look.js';
import { Loading } from '../../../ui/skeleton.js';
import { useToast } from '../../../ui/toast.js';
import { dateOf, localTimeAt, stateTimeZone } from '../../../domain/time/times.js';
import * as strings from '../../../strings.js';
import {
  exportSubscribers,
  newsletterList,
  recordComplaint,
  states,
  subscribersList,
  subscribersQuery,
  subscriberStates,
} from './newsletter.js';
import { SubscriberTable } from './subscriber-table.js';

/** The subscribers with search, filter and export. */
export function SubscriberList() {
  const client = useQueryClient();
  const showToast = useToast();
  const heading = useRef<HTMLHeadingElement>(null);
  const headingId = useId();
  const stateId = useId();
  const [words, setWords] = useSearchWords();
  const [state, setState] = useState<SubscriberState | ''>('');
  const [complained, setComplained] = useState<Subscriber>();
  const [isRecorded, setIsRecorded] = useState(false);
  const subscribers = useInfiniteQuery({
    ...subscribersQuery(state, words),
    // Keeps the previous results while the next search runs.
    placeholderData: (last) => last,
  });
  const csv = useMutation({
    networkMode: 'always',
    mutationFn: exportSubscribers,
    onSuccess: (file) => saveFile(file, `subscribers-${dateOf(localTimeAt(Date.now(), stateTimeZone))}.csv`),
  });

  function askAbout(subscriber: Subscriber) {
    setIsRecorded(false);
    setComplained(subscriber);
  }

  function recorded({ email }: Subscriber) {
    setIsRecorded(true);
    setComplained(undefined);
    showToast(`We’ll never email ${email} again.`);
    reloadChanged(client, newsletterList);
    void client.invalidateQueries({ queryKey: ['admin', subscribersList] });
  }

  return (
    <section aria-labelledby={headingId} className="mt-8">
      <div className="mb-4 flex flex-wrap items-center gap-3">
        <h2 id={headingId} ref={heading} tabIndex={-1} className="mr-auto text-xl">
          Subscribers
        </h2>
        <Button tone="secondary" onClick={() => csv.mutate()} busyLabel={csv.isPending && 'Exporting…'}>
          <Download aria-hidden="true" size={18} />
          Export CSV
        </Button>
      </div>
      {csv.isError && (
        <Banner tone="error" className="mb-4">
          We couldn’t export the subscribers. Try again.
        </Banner>
      )}
      <div className="mb-4 flex flex-wrap gap-3">
        <SearchBox label="Search email addresses" words={words} onSearch={setWords} />
        <div className="w-full sm:w-auto">
          <label htmlFor={stateId} className="sr-only">
            Status
          </label>
          <select
            id={stateId}
            value={state}
            onChange={(event) => setState(event.target.value as SubscriberState | '')}
            className={classNames(inputLook, 'h-11 rounded-full sm:w-56')}
          >
            <option value="">All statuses</option>
            {subscriberStates.map((name) => (
              <option key={name} value={name}>
                {states[name].name}
              </option>
            ))}
          </select>
        </div>
      </div>
      <div aria-busy={subscribers.isPlaceholderData || undefined}>
        <PagedList
          query={subscribers}
          failure="We couldn’t load the subscribers. Try again."
          placeholder={<Loading label="Loading the subscribers" count={1} each="h-80 rounded-lg" />}
          empty={
            words || state ? (
              <EmptyState Icon={SearchX}>No subscribers match.</EmptyState>
            ) : (
              <EmptyState Icon={Users}>
                No one has subscribed yet. The sign-up form is at the bottom of every page.
              </EmptyState>
            )
          }
        >
          {(found) => (
            <>
              <ListOrder
                count={found.length}
                hasMore={subscribers.hasNextPage}
                words={['address', 'addresses']}
                order="newest first"
              />
              <SubscriberTable subscribers={found} labelledBy={headingId} onComplaint={askAbout} />
            </>
          )}
        </PagedList>
      </div>
      <DeleteDialog
        asked={complained}
        title={strings.complaintQuestion}
        question={strings.complaintConsequence}
        note={({ email }) => <strong className="font-semibold [overflow-wrap:anywhere] text-ink">{email}</strong>}
        confirmLabel={strings.complaintConfirm}
        busyLabel={strings.complaintBusy}
        failure={strings.complaintFailed}
        remove={recordComplaint}
        onDeleted={recorded}
        onCancel={() => setComplained(undefined)}
        // The button disappears once the complaint is recorded.
        returnFocusTo={() => (isRecorded ? heading.current : undefined)}
      />
    </section>
  );
}
