import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { Download, SearchX, Users } from 'lucide-react';
import { useId, useState } from 'react';
import { EmptyState } from '../../components/admin/empty-state.js';
import { Loaded } from '../../components/admin/loaded.js';
import { saveFile } from '../../components/admin/save-file.js';
import { SearchBox } from '../../components/admin/search-box.js';
import { useSearchWords } from '../../components/admin/search-words.js';
import { ShowMore } from '../../components/admin/show-more.js';
import { Banner } from '../../components/banner.js';
import { Button } from '../../components/button.js';
import { classNames } from '../../components/class-names.js';
import { inputLook } from '../../components/input-look.js';
import { Loading, Skeleton } from '../../components/skeleton.js';
import { dateOf, localTimeAt, stateTimeZone } from '../../components/weather/times.js';
import {
  exportSubscribers,
  stateNames,
  subscribersQuery,
  subscriberStates,
  type SubscriberState,
} from './newsletter.js';
import { SubscriberTable } from './subscriber-table.js';

/** The addresses, searched and filtered, and all of them as a file. */
export function SubscriberList() {
  const headingId = useId();
  const stateId = useId();
  const [words, setWords] = useSearchWords();
  const [state, setState] = useState<SubscriberState | ''>('');
  const subscribers = useInfiniteQuery({
    ...subscribersQuery(state, words),
    // While the next words are searched for, the last finds stay.
    placeholderData: (last) => last,
  });
  const csv = useMutation({
    networkMode: 'always',
    mutationFn: exportSubscribers,
    onSuccess: (file) => saveFile(file, `subscribers-${dateOf(localTimeAt(Date.now(), stateTimeZone))}.csv`),
  });

  return (
    <section aria-labelledby={headingId} className="mt-8">
      <div className="mb-4 flex flex-wrap items-center gap-3">
        <h2 id={headingId} className="mr-auto text-xl">
          Subscribers
        </h2>
        <Button tone="secondary" onClick={() => csv.mutate()} busyLabel={csv.isPending && 'Exporting…'}>
          <Download aria-hidden="true" size={18} />
          Export CSV
        </Button>
      </div>
      {csv.isError && (
        <Banner tone="error" className="mb-4">
          The subscribers could not be exported. Please try again.
        </Banner>
      )}
      <div className="mb-4 flex flex-wrap gap-3">
        <SearchBox label="Search e-mail addresses" words={words} onSearch={setWords} />
        <div className="w-full sm:w-auto">
          <label htmlFor={stateId} className="sr-only">
            State
          </label>
          <select
            id={stateId}
            value={state}
            onChange={(event) => setState(event.target.value as SubscriberState | '')}
            className={classNames(inputLook, 'h-11 rounded-full sm:w-56')}
          >
            <option value="">All states</option>
            {subscriberStates.map((name) => (
              <option key={name} value={name}>
                {stateNames[name]}
              </option>
            ))}
          </select>
        </div>
      </div>
      <div aria-busy={subscribers.isPlaceholderData || undefined}>
        <Loaded
          query={subscribers}
          failure="The subscribers could not be loaded. Please try again."
          placeholder={
            <Loading label="Loading the subscribers">
              <Skeleton className="h-80 rounded-lg" />
            </Loading>
          }
        >
          {(found) =>
            found.length > 0 ? (
              <>
                <SubscriberTable subscribers={found} labelledBy={headingId} />
                <ShowMore list={subscribers} />
              </>
            ) : words || state ? (
              <EmptyState Icon={SearchX}>No subscriber matches.</EmptyState>
            ) : (
              <EmptyState Icon={Users}>
                Nobody has subscribed yet. The form stands at the foot of every page.
              </EmptyState>
            )
          }
        </Loaded>
      </div>
    </section>
  );
}
