import { readEmail } from '@site/domain/email-address';
import { CircleAlert, CircleCheck } from 'lucide-react';
import { useEffect, useId, useRef, useState, type FormEvent } from 'react';
import { ApiError, request } from '@/api/api.js';
import * as strings from '@/strings/public-strings.js';
import { Button } from '@/ui/button.js';
import { classNames } from '@/ui/class-names.js';
import { Honeypot, useFormCheck } from '@/ui/forms/form-check.js';
import { SubmissionKeys } from '@/ui/forms/submission-keys.js';
import { inputClassName } from '@/ui/forms/input-classes.js';
import { whenReleased } from '@/ui/forms/pointer-press.js';
import { useTakenOver } from '@/ui/hydration.js';

const label = 'Sign up';
/** Differs from "Email Address", which the forms above use. */
const fieldLabel = 'Your email address';

interface Message {
  tone: 'success' | 'error';
  text: string;
  /** The address is invalid and nothing was sent. */
  invalid?: true;
}

/**
 * Newsletter sign-up. Because every page's footer has it, it uses the schemas' email pattern without their code; the
 * gateway checks the rest.
 * @param name accessible name, where it is the page's second form
 */
export function NewsletterForm({ name = strings.newsletter }: { name?: string }) {
  const [email, setEmail] = useState('');
  const [submitting, setSubmitting] = useState(false);
  const [message, setMessage] = useState<Message>();
  const [keys] = useState(() => new SubmissionKeys());
  const { trap, headers } = useFormCheck();
  const isTakenOver = useTakenOver();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const focusedBefore = useRef<Element | null>(null);

  // Disabled controls lose focus: returns it to the previous one unless the visitor has moved on.
  useEffect(() => {
    const { current } = focusedBefore;
    if (submitting || !(current instanceof HTMLElement)) return;
    focusedBefore.current = null;
    if (document.activeElement === document.body) current.focus({ preventScroll: true });
  }, [submitting]);

  function showError(text: string) {
    setMessage({ tone: 'error', text, invalid: true });
    input.current?.focus();
  }

  async function send(json: { email: string }) {
    focusedBefore.current = document.activeElement;
    setMessage(undefined);
    setSubmitting(true);
    try {
      const { action } = await request('/main/news/letter/create', {
        method: 'POST',
        json,
        headers: { ...keys.headersFor(json), ...headers() },
      }).finally(whenReleased);
      keys.renew();
      setEmail('');
      setMessage({ tone: 'success', text: action || 'Thank you.' });
    } catch (error) {
      const text = error instanceof ApiError && error.message ? error.message : strings.somethingWentWrong;
      setMessage({ tone: 'error', text });
    } finally {
      setSubmitting(false);
    }
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    if (submitting) return;
    if (email.trim() === '') return showError(strings.enterEmail);
    const address = readEmail(email);
    if (address.fault !== undefined) return showError(address.fault);
    void send({ email: address.email });
  }

  const Icon = message?.tone === 'success' ? CircleCheck : CircleAlert;
  return (
    <form
      // The browser's own validation messages would differ.
      noValidate={isTakenOver}
      aria-label={name}
      // Without scripts; the gateway then answers with a page.
      method="post"
      action="/main/news/letter/create"
      onSubmit={submit}
    >
      <label htmlFor={id} className="block font-semibold">
        {fieldLabel}
      </label>
      <div className="mt-1.5 flex flex-wrap gap-2">
        <input
          ref={input}
          id={id}
          name="email"
          type="email"
          autoComplete="email"
          required
          value={email}
          disabled={submitting}
          aria-invalid={message?.invalid}
          aria-describedby={`${id}-message`}
          className={classNames(inputClassName, 'h-12 min-w-0 flex-[1_1_9rem]')}
          onChange={(event) => {
            setEmail(event.target.value);
            setMessage(undefined);
          }}
        />
        <Button type="submit" disabled={submitting} busyLabel={submitting && label} className="h-12 shrink-0">
          {label}
        </Button>
      </div>
      <Honeypot trap={trap} />
      <p
        id={`${id}-message`}
        // Always rendered, so that a screen reader announces its changes.
        role="status"
        className={classNames(
          'flex items-start gap-2 text-sm font-medium',
          message && 'mt-2',
          message?.tone === 'success' ? 'text-ozark' : 'text-danger',
        )}
      >
        {message && (
          <>
            <Icon aria-hidden="true" size={18} className="mt-px shrink-0" />
            {message.text}
          </>
        )}
      </p>
    </form>
  );
}
