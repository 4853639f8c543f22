import { contactInput, type ContactInput } from '@site/proto/submissions/v1/contact.schema';
import { useId } from 'react';
import { request } from '@/api/api.js';
import { loggingFailure } from '@/log-failure.js';
import * as strings from '@/strings/public-strings.js';
import { Banner } from '@/ui/banner.js';
import { Button } from '@/ui/button.js';
import { TextAreaField, TextField } from '@/ui/forms/form-fields.js';
import { Honeypot } from '@/ui/forms/form-check.js';
import { usePublicForm } from '@/ui/forms/public-form.js';

/** Contact form. */
export function ContactForm() {
  const id = useId();
  const { top, trap, ...form } = usePublicForm({
    schema: contactInput,
    defaultValues: { name: '', phone: '', email: '', feedback: '' },
    send: (message, { headers, signal }) =>
      loggingFailure('sending the message', signal, () =>
        request('/main/contact-us', { method: 'POST', body: new URLSearchParams({ ...message }), headers }),
      ),
  });
  const field = (name: keyof ContactInput) => ({ id: `${id}-${name}`, ...form.text(name) });
  const faults = (['name', 'phone', 'email', 'feedback'] as const).map(field).filter(({ error }) => error);
  return (
    <div className="card p-5 md:p-8">
      <div ref={top} tabIndex={-1} className="[&:not(:empty)]:mb-6">
        {form.serverMessage !== undefined && (
          <Banner tone="success">{form.serverMessage || 'Contact Request Send'}</Banner>
        )}
        {form.failure !== undefined && <Banner tone="error">Failed to submit the form. Please try again later.</Banner>}
        {/* Error summary with a link to each field. */}
        {faults.length > 0 && (
          <Banner tone="error">
            <p className="font-semibold">Please check your entries:</p>
            <ul className="mt-1 list-disc pl-5">
              {faults.map(({ id: fieldId, name, error }) => (
                <li key={name}>
                  <a
                    className="text-link"
                    href={`#${fieldId}`}
                    onClick={(event) => {
                      event.preventDefault();
                      form.form.setFocus(name);
                    }}
                  >
                    {error}
                  </a>
                </li>
              ))}
            </ul>
          </Banner>
        )}
      </div>
      {/* The browser's own messages would repeat ours. */}
      <form
        noValidate
        aria-label="Write to us"
        // Without scripts; the gateway then answers with a page.
        method="post"
        action="/main/contact-us"
        onSubmit={form.submit}
        className="flex flex-col gap-5"
      >
        <TextField label={strings.fullName} autoComplete="name" {...field('name')} />
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField label={strings.phoneNumber} type="tel" autoComplete="tel" {...field('phone')} />
          <TextField label={strings.emailAddress} type="email" autoComplete="email" {...field('email')} />
        </div>
        <TextAreaField label={strings.feedback} rows={6} {...field('feedback')} />
        <Honeypot trap={trap} />
        <Button {...form.submitButton} className="self-start">
          {form.isSending ? strings.submitting : strings.submitFeedback}
        </Button>
      </form>
    </div>
  );
}
