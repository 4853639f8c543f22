import type { Erasure, PersonalData } from '@site/proto/submissions/v1/personal-data.answers';
import { personForm } from '@site/proto/submissions/v1/personal-data.schema';
import { Download, Trash2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { request } from '../../../api/api.js';
import { AdminPage } from '../../../dashboard-kit/admin-page.js';
import { TokenNeeded } from '../../../dashboard-kit/token-needed.js';
import { FailureBanner } from '../../../domain/session/failure-banner.js';
import { Banner } from '../../../ui/banner.js';
import { Button } from '../../../ui/button.js';
import { amount } from '../../../ui/figures.js';
import { TextField } from '../../../ui/forms/field.js';
import { useSentForm } from '../../../ui/forms/sent-form.js';
import { saveFile } from '../../../ui/save-file.js';
import { ErasureDialog } from './erasure-dialog.js';

const title = 'Personal data';

/** /dashboard/personal-data: looks up, exports and erases the data stored about one person. */
export function Page() {
  return (
    <TokenNeeded title={title}>
      <AdminPage
        title={title}
        note="Look up, export or erase the data we store about a person. Each look-up is recorded in the audit log."
      >
        <div className="flex max-w-3xl flex-col gap-6">
          <Lookup />
        </div>
      </AdminPage>
    </TokenNeeded>
  );
}

function Lookup() {
  const [found, setFound] = useState<PersonalData>();
  const [erased, setErased] = useState<{ person: string; erasure: Erasure }>();
  const form = useSentForm({
    schema: personForm,
    defaultValues: { person: '' },
    isReusable: true,
    send: async (input) => {
      setErased(undefined);
      setFound(undefined);
      const path = '/admin/main/personal-data/export';
      setFound((await request<PersonalData>(path, { method: 'POST', json: input })).data);
    },
  });
  return (
    <>
      <form noValidate className="card flex flex-wrap items-start gap-x-4 gap-y-3 p-5 md:p-6" onSubmit={form.submit}>
        {form.failure !== undefined && !form.isBesideField && (
          <div className="basis-full">
            <FailureBanner error={form.failure} text="We couldn’t look up the data." />
          </div>
        )}
        <TextField
          label="Email address, phone number or subscription link"
          hint="To get the link, copy the address of “Change” under Get Alerts on the person’s device."
          autoComplete="off"
          aria-required
          className="min-w-0 flex-1 basis-72"
          {...form.field('person')}
        />
        <Button type="submit" className="sm:mt-8" busyLabel={form.isSubmitting && 'Searching…'}>
          Show data
        </Button>
      </form>
      {erased && <Erased {...erased} />}
      {found && (
        <Found
          key={found.receipt}
          data={found}
          onErased={(erasure) => {
            setErased({ person: nameOf(found), erasure });
            setFound(undefined);
          }}
        />
      )}
    </>
  );
}

const nameOf = ({ email, phone, push }: PersonalData) => email || phone || push;

/** Moves the focus to a heading when it appears. */
function useHeadingFocus() {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return heading;
}

function Found({ data, onErased }: { data: PersonalData; onErased: (erasure: Erasure) => void }) {
  const heading = useHeadingFocus();
  const opener = useRef<HTMLButtonElement>(null);
  const [isAsked, setIsAsked] = useState(false);
  const kept = [
    data.snapshots.length > 0 && amount(data.snapshots.length, 'photo', 'photos'),
    data.sponsors.length > 0 && amount(data.sponsors.length, 'sponsor request', 'sponsor requests'),
    data.messages.length > 0 && amount(data.messages.length, 'message', 'messages'),
    data.newsletter && `A newsletter subscription (${data.newsletter.state})`,
    data.alerts && `A subscription to warnings (${data.alerts.state})`,
    data.account && `A staff account: ${data.account.name}, ${data.account.role}`,
  ].filter((line) => typeof line === 'string');
  return (
    <section aria-labelledby="found-heading" className="card p-5 md:p-6">
      <h2 id="found-heading" ref={heading} tabIndex={-1} className="text-lg wrap-anywhere">
        {nameOf(data)}
      </h2>
      {kept.length > 0 ? (
        <ul className="mt-3 list-disc pl-6">
          {kept.map((line) => (
            <li key={line} className="wrap-anywhere">
              {line}
            </li>
          ))}
        </ul>
      ) : (
        <p className="mt-3">We have no data about this person.</p>
      )}
      <Sentences sentences={data.notes} />
      <div className="mt-5 flex flex-wrap gap-3">
        <Button
          tone="secondary"
          onClick={() =>
            saveFile(new Blob([JSON.stringify(data, undefined, 2)], { type: 'application/json' }), 'personal-data.json')
          }
        >
          <Download aria-hidden="true" size={18} />
          Download all data
        </Button>
        {data.found > 0 && (
          <Button ref={opener} tone="danger" onClick={() => setIsAsked(true)}>
            <Trash2 aria-hidden="true" size={18} />
            Erase
          </Button>
        )}
      </div>
      {isAsked && (
        <ErasureDialog
          person={nameOf(data)}
          onErased={onErased}
          onClose={() => setIsAsked(false)}
          returnFocusTo={() => opener.current}
        />
      )}
    </section>
  );
}

function Erased({ person, erasure: { erased, kept } }: { person: string; erasure: Erasure }) {
  const heading = useHeadingFocus();
  const parts = [
    [erased.snapshots, 'photo', 'photos'],
    [erased.sponsors, 'sponsor request', 'sponsor requests'],
    [erased.messages, 'message', 'messages'],
    [erased.newsletter, 'newsletter subscription', 'newsletter subscriptions'],
    [erased.alerts, 'subscription to warnings', 'subscriptions to warnings'],
  ] as const;
  const done = parts.filter(([count]) => count > 0).map(([count, one, many]) => amount(count, one, many));
  return (
    <section aria-labelledby="erased-heading" className="card p-5 md:p-6">
      <h2 id="erased-heading" ref={heading} tabIndex={-1} className="text-lg wrap-anywhere">
        Erased: {person}
      </h2>
      <Banner tone="success" className="mt-3">
        {done.length > 0 ? `${done.join(', ')}.` : 'There was nothing to erase.'}
      </Banner>
      <Sentences sentences={kept} />
    </section>
  );
}

/** The server's notes, verbatim. */
function Sentences({ sentences }: { sentences: string[] }) {
  return sentences.map((sentence) => (
    <p key={sentence} className="mt-2 text-sm wrap-anywhere text-ink-soft">
      {sentence}
    </p>
  ));
}
