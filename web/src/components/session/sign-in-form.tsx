import type { SecondStep as HalfSession, SignIn } from '@site/proto/auth/v1/sessions.responses';
import { signInInput } from '@site/proto/auth/v1/sessions.schema';
import { lazy, useCallback, useState } from 'react';
import { ApiError, request } from '@/api/api.js';
import * as strings from '@/strings/public-strings.js';
import { Banner } from '@/ui/banner.js';
import { Button } from '@/ui/button.js';
import { PasswordField, TextField } from '@/ui/forms/form-fields.js';
import { useSentForm } from '@/ui/forms/use-form-submission.js';
import { LazySection } from '@/ui/lazy-section.js';
import { Loading } from '@/ui/skeleton.js';
import { failureHint } from './failure-banner.js';
import { storeSession, type Session } from './session.js';

const SecondStep = lazy(async () => ({ default: (await import('../second-factor/second-step.js')).SecondStep }));

interface SignInFormProps {
  email?: string | undefined;
  onSignedIn: (session: Session) => void;
}

/** Includes a second step if the account has one. */
export function SignInForm({ email, onSignedIn }: SignInFormProps) {
  const [second, setSecond] = useState<{ half: HalfSession; email: string }>();
  const [last, setLast] = useState<{ email: string; why: string | undefined }>();

  function enter(session: Session) {
    storeSession(session);
    onSignedIn(session);
  }

  const isOver = useCallback(
    (why?: string) => {
      setLast({ email: second?.email ?? '', why });
      setSecond(undefined);
    },
    [second?.email],
  );

  if (second) {
    return (
      <LazySection waiting={<Loading label="Loading the second step" count={3} each="mb-4 h-12" />}>
        <SecondStep {...second} onSignedIn={enter} onOver={isOver} />
      </LazySection>
    );
  }
  return (
    <PasswordStep
      email={last?.email ?? email}
      why={last?.why}
      onAccepted={(response, typed) => {
        if ('second_factor_required' in response) setSecond({ half: response, email: typed });
        else enter(response);
      }}
    />
  );
}

interface PasswordStepProps {
  email: string | undefined;
  /** Why the user has to sign in again. */
  why: string | undefined;
  onAccepted: (response: SignIn, email: string) => void;
}

function PasswordStep({ email = '', why, onAccepted }: PasswordStepProps) {
  const form = useSentForm({
    schema: signInInput,
    defaultValues: { email, password: '' },
    send: async (input) => {
      const { data } = await request<SignIn>('/admin/auth/login', { method: 'POST', json: input });
      onAccepted(data, input.email);
    },
  });
  const failure = form.failure === undefined ? undefined : failureOf(form.failure);
  return (
    // The browser's validation would add a second message.
    <form noValidate className="flex flex-col gap-5" onSubmit={form.submit}>
      {why && !failure && <Banner tone="error">{why}</Banner>}
      {failure && (
        <Banner tone="error">
          <p>{failure.text}</p>
          {failure.hint && <p className="text-ink-soft">{failure.hint}</p>}
        </Banner>
      )}
      <TextField
        label={strings.emailAddress}
        type="email"
        autoComplete="username"
        aria-required
        data-autofocus={email ? undefined : ''}
        {...form.field('email')}
      />
      <PasswordField
        label={strings.password}
        autoComplete="current-password"
        aria-required
        data-autofocus={email ? '' : undefined}
        {...form.field('password')}
      />
      <Button type="submit" className="mt-1 w-full" busyLabel={form.isSubmitting && 'Signing In...'}>
        Sign In
      </Button>
    </form>
  );
}

/** Returns the response's first error, else its message, else the specification's text, plus a hint. */
function failureOf(error: unknown): { text: string; hint?: string | undefined } {
  if (!(error instanceof ApiError)) {
    return { text: strings.signInFailed, hint: "This browser doesn't let the site keep you signed in." };
  }
  const serverMessage = error.errors[0]?.message || error.serverMessage;
  return { text: serverMessage || strings.signInFailed, hint: failureHint(error, Boolean(serverMessage)) };
}
