/** Newsletter subscribers with search, filter, import, export and complaints. */
import type { Subscriber } from '@site/proto/submissions/v1/newsletter.responses';
import type { SubscriberState } from '@site/proto/submissions/v1/newsletter.schema';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { Download, MailX, SearchX, Upload, Users } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import * as dashboardStrings from '@/strings/dashboard-strings.js';
import { ActionDialog, Failure } from '@/dashboard-kit/action-dialog.js';
import { reloadChanged } from '@/dashboard-kit/list/queries.js';
import { PagedList } from '@/dashboard-kit/list/paged-list.js';
import { SearchBox, useSearchText } from '@/dashboard-kit/list/search-box.js';
import { dateOf, fullDate, fullDateTime, localTimeAt, stateTimeZone } from '@/components/time/times.js';
import { Button, IconButton } from '@/ui/button.js';
import { classNames } from '@/ui/class-names.js';
import { inputClassName } from '@/ui/forms/input-classes.js';
import { EmptyState } from '@/ui/lists/empty-state.js';
import { saveFile } from '@/ui/save-file.js';
import { Loading } from '@/ui/skeleton.js';
import { useToast } from '@/ui/toast.js';
import { ImportDialog } from './import-dialog.js';
import {
  exportSubscribers,
  newsletterList,
  recordComplaint,
  states,
  subscribersList,
  subscribersQuery,
  subscriberStates,
} from './newsletter.js';

export function SubscriberList({ confirmsImports }: { confirmsImports: boolean }) {
  const client = useQueryClient();
  const showToast = useToast();
  const heading = useRef<HTMLHeadingElement>(null);
  const headingId = useId();
  const stateId = useId();
  const [searchText, setSearchText] = useSearchText();
  const [state, setState] = useState<SubscriberState | ''>('');
  const [complained, setComplained] = useState<Subscriber>();
  const [importing, setImporting] = useState(false);
  const [isRecorded, setIsRecorded] = useState(false);
  const subscribers = useInfiniteQuery({
    ...subscribersQuery(state, searchText),
    placeholderData: (last) => last,
  });
  const csv = useMutation({
    mutationFn: exportSubscribers,
    onSuccess: (file) => saveFile(file, `subscribers-${dateOf(localTimeAt(Date.now(), stateTimeZone))}.csv`),
  });

  function openComplaintDialog(subscriber: Subscriber) {
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
        <Button tone="secondary" aria-haspopup="dialog" onClick={() => setImporting(true)}>
          <Upload aria-hidden="true" size={18} />
          Import CSV
        </Button>
        <Button tone="secondary" onClick={() => csv.mutate()} busyLabel={csv.isPending && 'Exporting…'}>
          <Download aria-hidden="true" size={18} />
          Export CSV
        </Button>
      </div>
      <Failure text="We couldn’t export the subscribers. Try again." error={csv.error} className="mb-4" />
      <div className="mb-4 flex flex-wrap gap-3">
        <SearchBox label="Search email addresses" searchText={searchText} onSearch={setSearchText} />
        <div className="w-full sm:w-auto">
          <label htmlFor={stateId} className="sr-only">
            Status
          </label>
          <select
            id={stateId}
            value={state}
            onChange={(event) => setState(event.target.value as SubscriberState | '')}
            className={classNames(inputClassName, 'h-11 rounded-full sm:w-56')}
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
            searchText || state ? (
              <EmptyState Icon={SearchX}>No subscribers match.</EmptyState>
            ) : (
              <EmptyState Icon={Users}>
                No one has subscribed yet. The sign-up form is at the bottom of every page.
              </EmptyState>
            )
          }
          counted={{ nouns: ['address', 'addresses'], order: 'newest first' }}
        >
          {(found) => <SubscriberTable subscribers={found} labelledBy={headingId} onComplaint={openComplaintDialog} />}
        </PagedList>
      </div>
      {importing && <ImportDialog confirms={confirmsImports} onClose={() => setImporting(false)} />}
      <ActionDialog
        target={complained}
        title={dashboardStrings.complaintQuestion}
        question="We'll never send anything to this address again, even after a new sign-up. You can't undo this."
        note={({ email }) => <strong className="font-semibold [overflow-wrap:anywhere] text-ink">{email}</strong>}
        confirmLabel="Yes, Never Send Again"
        busyLabel="Saving..."
        failure="The complaint couldn't be saved. Try again."
        act={recordComplaint}
        onDone={recorded}
        onCancel={() => setComplained(undefined)}
        // The button disappears once the complaint is recorded.
        returnFocusTo={() => (isRecorded ? heading.current : undefined)}
      />
    </section>
  );
}

const frequencies: Record<Subscriber['frequency'], string> = { all: 'Every email', weekly: 'One email a week' };

interface SubscriberTableProps {
  subscribers: Subscriber[];
  labelledBy: string;
  onComplaint: (subscriber: Subscriber) => void;
}

/** On narrow screens, all columns stack below the address. */
function SubscriberTable({ subscribers, labelledBy, onComplaint }: SubscriberTableProps) {
  return (
    <div className="card px-4 py-1 md:px-6">
      <table aria-labelledby={labelledBy} className="w-full">
        <thead>
          <tr className="text-left text-sm text-ink-soft">
            <th scope="col" className="py-2.5 font-medium">
              Email
            </th>
            {['Status', 'Frequency', 'Signed up', 'Confirmed'].map((column) => (
              <th key={column} scope="col" className="hidden py-2.5 pl-3 font-medium md:table-cell">
                {column}
              </th>
            ))}
            <th scope="col" className="py-2.5 pl-3">
              <span className="sr-only">{dashboardStrings.complaint}</span>
            </th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line border-t border-line">
          {subscribers.map((subscriber) => (
            <Row key={subscriber.id} subscriber={subscriber} onComplaint={() => onComplaint(subscriber)} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Row({ subscriber, onComplaint }: { subscriber: Subscriber; onComplaint: () => void }) {
  const {
    email,
    state,
    frequency,
    signed_up_at: signedUp,
    confirmed_at: confirmed,
    consent_source: source,
  } = subscriber;
  return (
    <tr>
      <td className="py-2.5 [overflow-wrap:anywhere]">
        {email}
        <span className="block text-sm text-ink-soft md:hidden">
          <State state={state} />, {frequencies[frequency].toLowerCase()}, since <Day at={confirmed ?? signedUp} />
          {source && `, consent: ${source}`}
        </span>
      </td>
      <td className="hidden py-2.5 pl-3 md:table-cell">
        <State state={state} />
      </td>
      <td className="hidden py-2.5 pl-3 md:table-cell">{frequencies[frequency]}</td>
      <td className="hidden py-2.5 pl-3 whitespace-nowrap md:table-cell">
        <Day at={signedUp} />
        {source && <span className="block text-sm whitespace-normal text-ink-soft">Consent: {source}</span>}
      </td>
      <td className="hidden py-2.5 pl-3 whitespace-nowrap md:table-cell">{confirmed ? <Day at={confirmed} /> : '–'}</td>
      <td className="w-11 py-0.5 pl-3 text-right">
        {state !== 'complained' && (
          <IconButton
            label={`${dashboardStrings.complaint}: ${email}`}
            title={dashboardStrings.complaintQuestion}
            aria-haspopup="dialog"
            onClick={onComplaint}
          >
            <MailX aria-hidden="true" size={18} />
          </IconButton>
        )}
      </td>
    </tr>
  );
}

function State({ state }: Pick<Subscriber, 'state'>) {
  return (
    <span className="inline-flex items-baseline gap-2">
      <span aria-hidden="true" className={`size-2.5 shrink-0 rounded-full ${states[state].className}`} />
      {states[state].name}
    </span>
  );
}

function Day({ at }: { at: string }) {
  const time = Date.parse(at);
  return (
    <time dateTime={at} title={fullDateTime(time)} className="figures">
      {fullDate(time)}
    </time>
  );
}
