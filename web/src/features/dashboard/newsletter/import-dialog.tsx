/** Dialog that imports newsletter subscribers from a text or CSV file. */
import type { ImportResponse } from '@site/proto/submissions/v1/newsletter.responses';
import { importInput, maxImportBytes, tooLargeImport } from '@site/proto/submissions/v1/newsletter.schema';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Upload } from 'lucide-react';
import { useState } from 'react';
import { Failure } from '@/dashboard-kit/action-dialog.js';
import { reloadChanged } from '@/dashboard-kit/list/queries.js';
import * as strings from '@/strings/public-strings.js';
import { Banner } from '@/ui/banner.js';
import { Button } from '@/ui/button.js';
import { Dialog } from '@/ui/dialogs/dialog.js';
import { amount, numberText } from '@/ui/number-format.js';
import { TextField } from '@/ui/forms/form-fields.js';
import { importSubscribers, newsletterList, subscribersList } from './newsletter.js';
import { readTextFile } from './read-text-file.js';

interface ImportDialogProps {
  /** Whether imported addresses must confirm first. */
  confirms: boolean;
  onClose: () => void;
}

/** Stays open with the rows that weren't imported, so that they can be corrected and imported again. */
export function ImportDialog({ confirms, onClose }: ImportDialogProps) {
  const client = useQueryClient();
  const [file, setFile] = useState<File>();
  const [source, setSource] = useState('');
  const [faults, setFaults] = useState<Partial<Record<PropertyKey, string>>>({});
  const importing = useMutation({
    mutationFn: importSubscribers,
    onSuccess() {
      reloadChanged(client, newsletterList);
      void client.invalidateQueries({ queryKey: ['admin', subscribersList] });
    },
  });

  async function submit() {
    if (importing.isPending) return;
    // Characters of UTF-16 take two bytes; the text itself is checked below.
    if (file && file.size > 2 * maxImportBytes) return setFaults({ csv: tooLargeImport });
    const checked = importInput.safeParse({ csv: file && (await readTextFile(file)), consent_source: source });
    const issues = checked.error?.issues ?? [];
    setFaults(Object.fromEntries(issues.map(({ path: [field = ''], message }) => [field, message])));
    if (checked.success) importing.mutate(checked.data);
  }

  return (
    <Dialog
      open
      onClose={onClose}
      dismissible={!importing.isPending}
      title="Import subscribers"
      description={
        confirms
          ? 'Each new address gets an email to confirm the subscription first.'
          : 'New addresses get the newsletter without confirming it. You vouch for their consent.'
      }
      footer={
        <>
          <Button tone="secondary" onClick={onClose}>
            {importing.data ? 'Close' : strings.cancel}
          </Button>
          <Button onClick={() => void submit()} busyLabel={importing.isPending && 'Importing…'}>
            <Upload aria-hidden="true" size={18} />
            Import
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-5">
        <TextField
          label="CSV file"
          hint="A column “email”, optionally “consent_source”, or one address per line. Addresses that a status column calls unsubscribed, bounced or spam get no mail. At most 5,000 rows."
          type="file"
          accept=".csv,.txt,text/csv,text/plain"
          required
          error={faults['csv'] && !file ? 'Choose a file' : faults['csv']}
          onChange={({ target }) => {
            setFile(target.files?.[0]);
            setFaults({});
            importing.reset();
          }}
        />
        <TextField
          label="Source of the consent"
          hint="How these people agreed to get the newsletter, such as “Sign-up sheet, county fair, May 2026”."
          required
          autoComplete="off"
          value={source}
          error={faults['consent_source']}
          onChange={({ target }) => {
            setSource(target.value);
            setFaults({});
          }}
        />
        <Failure text="We couldn’t import the file." error={importing.error} />
        {importing.data && <Outcome outcome={importing.data} confirms={confirms} />}
      </div>
    </Dialog>
  );
}

const listFormat = new Intl.ListFormat('en-US', { type: 'conjunction' });

const leftOut = ({ unsubscribed, bounced, complained }: ImportResponse): string =>
  listFormat.format([
    ...(unsubscribed > 0 ? [`${numberText(unsubscribed)} unsubscribed`] : []),
    ...(bounced > 0 ? [`${numberText(bounced)} bounced`] : []),
    ...(complained > 0 ? [`${numberText(complained)} reported spam`] : []),
  ]);

function Outcome({ outcome, confirms }: { outcome: ImportResponse; confirms: boolean }) {
  const { added, existing: known, problems, problem_count: count, confirmations_left: confirmationsLeft } = outcome;
  const left = leftOut(outcome);
  return (
    <div className="flex flex-col gap-3">
      <Banner tone="success">
        <p>
          Added {amount(added, 'address', 'addresses')}.
          {confirms && added > 0 && ' The confirmation emails are on their way.'}
          {known > 0 && ` ${amount(known, 'address was', 'addresses were')} already signed up.`}
          {left && ` Left out, because the file says so: ${left}.`}
          {confirmationsLeft !== null &&
            ` You can import ${amount(confirmationsLeft, 'more new address', 'more new addresses')} today.`}
        </p>
      </Banner>
      {count > 0 && (
        <section aria-label="Rows not imported">
          <h3 className="font-semibold">{amount(count, 'row wasn’t', 'rows weren’t')} imported</h3>
          <p className="text-sm text-ink-soft">
            Correct them in the file and import it again. The others stay as they are.
          </p>
          <ul className="mt-2 max-h-60 overflow-y-auto text-sm">
            {problems.map(({ line, message }) => (
              <li key={`${line} ${message}`} className="py-1 wrap-anywhere">
                <strong>Row {numberText(line)}:</strong> {message}
              </li>
            ))}
          </ul>
          {count > problems.length && (
            <p className="text-sm text-ink-soft">And {numberText(count - problems.length)} more.</p>
          )}
        </section>
      )}
    </div>
  );
}
