/** Screen that looks up, exports and erases a person's data. */
import type { Erasure, Mention, PersonalData, Redaction } from '@site/proto/submissions/v1/personal-data.responses';
import { personalDataForm, parseContact } from '@site/proto/submissions/v1/personal-data.schema';
import { useMutation } from '@tanstack/react-query';
import { Download, Trash2 } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { post } from '@/api/admin.js';
import { Failure } from '@/dashboard-kit/action-dialog.js';
import { AdminPage, TokenNeeded } from '@/dashboard-kit/admin-page.js';
import { FailureBanner } from '@/components/session/failure-banner.js';
import { Banner } from '@/ui/banner.js';
import { Button } from '@/ui/button.js';
import { amount } from '@/ui/number-format.js';
import { TextField } from '@/ui/forms/form-fields.js';
import { useSentForm } from '@/ui/forms/use-form-submission.js';
import { saveFile } from '@/ui/save-file.js';
import { ErasureDialog } from './erasure-dialog.js';

const title = 'Personal data';

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
    schema: personalDataForm,
    defaultValues: { person: '' },
    isReusable: true,
    send: async (input) => {
      setErased(undefined);
      setFound(undefined);
      setFound((await post<PersonalData>('/admin/main/personal-data/export', input)).data);
    },
  });
  return (
    <>
      <form noValidate className="card flex flex-wrap items-start gap-x-4 gap-y-3 p-5 md:p-6" onSubmit={form.submit}>
        {form.failure !== undefined && !form.hasFieldError && (
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

function useHeadingFocus() {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return heading;
}

function Found({ data, onErased }: { data: PersonalData; onErased: (erasure: Erasure) => void }) {
  const heading = useHeadingFocus();
  const opener = useRef<HTMLButtonElement>(null);
  const [isErasureOpen, setIsErasureOpen] = useState(false);
  const storedItems = [
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
      {storedItems.length > 0 ? (
        <ul className="mt-3 list-disc pl-6">
          {storedItems.map((line) => (
            <li key={line} className="wrap-anywhere">
              {line}
            </li>
          ))}
        </ul>
      ) : (
        data.mentions.length === 0 && <p className="mt-3">We have no data about this person.</p>
      )}
      <Mentions person={nameOf(data)} mentions={data.mentions} />
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
          <Button ref={opener} tone="danger" onClick={() => setIsErasureOpen(true)}>
            <Trash2 aria-hidden="true" size={18} />
            Erase
          </Button>
        )}
      </div>
      {isErasureOpen && (
        <ErasureDialog
          person={nameOf(data)}
          onErased={onErased}
          onClose={() => setIsErasureOpen(false)}
          returnFocusTo={() => opener.current}
        />
      )}
    </section>
  );
}

function Erased({
  person,
  erasure: { erased, mentions, retained: storedItems },
}: {
  person: string;
  erasure: Erasure;
}) {
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
      <Mentions person={person} mentions={mentions} />
      <Sentences sentences={storedItems} />
    </section>
  );
}

/** Texts of staff and other people that contain the address or number, which erasure leaves. */
function Mentions({ person, mentions }: { person: string; mentions: Mention[] }) {
  const headingId = useId();
  if (mentions.length === 0) return null;
  return (
    <section aria-labelledby={headingId} className="mt-5">
      <h3 id={headingId} className="font-semibold">
        Also written in {amount(mentions.length, 'text', 'texts')}
      </h3>
      <p className="mt-1 text-sm text-ink-soft">
        Erasing leaves these texts. Redact replaces the address or number with “[removed]”, also on public pages. An
        audit entry loses its whole label.
      </p>
      <ul aria-labelledby={headingId} className="mt-2 divide-y divide-line">
        {mentions.map((mention) => (
          <MentionRow key={`${mention.service} ${mention.place} ${mention.id}`} person={person} mention={mention} />
        ))}
      </ul>
    </section>
  );
}

function MentionRow({ person, mention }: { person: string; mention: Mention }) {
  const textId = useId();
  const { service, place, id, label, excerpt, fixed } = mention;
  const redaction = useMutation({
    mutationFn: () =>
      post<Redaction>('/admin/main/personal-data/redact', { ...parseContact(person), service, place, id }),
  });
  return (
    <li className="flex flex-wrap items-center gap-x-6 gap-y-2 py-3">
      <div id={textId} className="min-w-0 flex-1 basis-64 wrap-anywhere">
        <p className="font-semibold">{label}</p>
        {!redaction.isSuccess && <p className="text-sm">{excerpt}</p>}
        {fixed && <p className="text-sm text-ink-soft">{fixed}</p>}
        <Failure text="We couldn’t redact this text." error={redaction.error} className="mt-2" />
      </div>
      {redaction.isSuccess ? (
        <p role="status" className="text-sm text-ink-soft">
          Redacted.
        </p>
      ) : (
        !fixed && (
          <Button
            tone="secondary"
            size="small"
            aria-describedby={textId}
            onClick={() => !redaction.isPending && redaction.mutate()}
            busyLabel={redaction.isPending && 'Redacting…'}
          >
            Redact
          </Button>
        )
      )}
    </li>
  );
}

function Sentences({ sentences }: { sentences: string[] }) {
  return sentences.map((sentence) => (
    <p key={sentence} className="mt-2 text-sm wrap-anywhere text-ink-soft">
      {sentence}
    </p>
  ));
}
