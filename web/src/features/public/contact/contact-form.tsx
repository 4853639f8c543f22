import type { ContactInput } from '@site/proto/submissions/v1/contact.schema';
import { useEffect, useId, useRef, useState, type FormEvent } from 'react';
import { Banner } from '../../../ui/banner.js';
import { Button } from '../../../ui/button.js';
import { bringIntoView } from '../../../ui/forms/bring-into-view.js';
import { TextAreaField, TextField } from '../../../ui/forms/field.js';
import { Honeypot, useFormCheck } from '../../../ui/forms/form-check.js';
import { SubmissionKeys } from '../../../ui/forms/submission-keys.js';
import { logFailure } from '../../../log-failure.js';
import { strings } from '../../../strings.js';
import { checkMessage, emptyMessage, sendMessage, type ContactFaults, type ContactField } from './contact-message.js';

const labels: Record<ContactField, string> = {
  name: strings.fullName,
  phone: strings.phoneNumber,
  email: strings.emailAddress,
  feedback: strings.feedback,
};
const fields = Object.keys(labels) as ContactField[];

/** What stands above the form; a new object each time, so that the same again is said again. */
type Outcome = { kind: 'sent'; text: string } | { kind: 'failed' } | { kind: 'refused' };

/** Writes to the people behind the site. What was typed is lost only by success. */
export function ContactForm() {
  const [values, setValues] = useState(emptyMessage);
  const [faults, setFaults] = useState<ContactFaults>({});
  const [submitting, setSubmitting] = useState(false);
  const [outcome, setOutcome] = useState<Outcome>();
  const [keys] = useState(() => new SubmissionKeys());
  const { trap, headers } = useFormCheck();
  const top = useRef<HTMLDivElement>(null);
  const id = useId();

  useEffect(() => {
    if (outcome) bringIntoView(top.current);
  }, [outcome]);

  async function send(message: ContactInput) {
    setOutcome(undefined);
    setSubmitting(true);
    try {
      const { action } = await sendMessage(message, { ...keys.headersFor(message), ...headers() });
      keys.renew();
      setValues(emptyMessage);
      setOutcome({ kind: 'sent', text: action || strings.contactRequestSend });
    } catch (error) {
      logFailure('sending the message', error);
      setOutcome({ kind: 'failed' });
    } finally {
      setSubmitting(false);
    }
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    if (submitting) return;
    const checked = checkMessage(values);
    if ('message' in checked) {
      setFaults({});
      void send(checked.message);
    } else {
      setFaults(checked.faults);
      setOutcome({ kind: 'refused' });
    }
  }

  const field = (name: ContactField) => ({
    id: `${id}-${name}`,
    label: labels[name],
    value: values[name],
    error: faults[name],
    required: true,
    disabled: submitting,
    onChange: (event: { target: { value: string } }) => {
      const { value } = event.target;
      setValues((entered) => ({ ...entered, [name]: value }));
      setFaults((known) => ({ ...known, [name]: undefined }));
    },
  });

  return (
    <div className="card p-5 md:p-8">
      <div ref={top} tabIndex={-1}>
        {outcome?.kind === 'sent' && (
          <Banner tone="success" className="mb-6">
            {outcome.text}
          </Banner>
        )}
        {outcome?.kind === 'failed' && (
          <Banner tone="error" className="mb-6">
            {strings.contactFailed}
          </Banner>
        )}
        {outcome?.kind === 'refused' && <Faults faults={faults} fieldId={(name) => `${id}-${name}`} />}
      </div>
      {/* The browser's own bubbles would say the same a second time. */}
      <form noValidate aria-label="Write to us" onSubmit={submit} className="flex flex-col gap-5">
        <TextField autoComplete="name" {...field('name')} />
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField type="tel" autoComplete="tel" {...field('phone')} />
          <TextField type="email" autoComplete="email" {...field('email')} />
        </div>
        <TextAreaField rows={6} {...field('feedback')} />
        <Honeypot trap={trap} />
        <Button type="submit" className="self-start" disabled={submitting}>
          {submitting ? strings.submitting : strings.submitFeedback}
        </Button>
      </form>
    </div>
  );
}

/** What has to be changed, all of it in one place, each with a way to it; gone when nothing is left. */
function Faults({ faults, fieldId }: { faults: ContactFaults; fieldId: (name: ContactField) => string }) {
  const faulty = fields.filter((name) => faults[name]);
  if (faulty.length === 0) return null;
  return (
    <Banner tone="error" className="mb-6">
      <p className="font-semibold">Please check what you have entered:</p>
      <ul className="mt-1 list-disc pl-5">
        {faulty.map((name) => (
          <li key={name}>
            <a
              className="text-link"
              href={`#${fieldId(name)}`}
              onClick={(event) => {
                event.preventDefault();
                document.getElementById(fieldId(name))?.focus();
              }}
            >
              {faults[name]}
            </a>
          </li>
        ))}
      </ul>
    </Banner>
  );
}
