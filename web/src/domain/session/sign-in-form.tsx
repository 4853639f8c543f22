import { zodResolver } from '@hookform/resolvers/zod';
import { signInInput, type SignInInput } from '@site/proto/auth/v1/sessions.schema';
import { useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { ApiError, request } from '../../api/api.js';
import { Banner } from '../../ui/banner.js';
import { Button } from '../../ui/button.js';
import { TextField } from '../../ui/forms/field.js';
import { PasswordField } from '../../ui/forms/password-field.js';
import { strings } from '../../strings.js';
import { failureHint } from './failure-hint.js';
import { storeSession, type Session } from './session.js';

interface SignInFormProps {
  /** The address to begin with, when the person is known. */
  email?: string | undefined;
  onSignedIn: (session: Session) => void;
}

/** Opens a session and keeps it; what to do then is the caller's. */
export function SignInForm({ email = '', onSignedIn }: SignInFormProps) {
  const [failure, setFailure] = useState<Failure>();
  const underWay = useRef(false);
  const form = useForm<SignInInput>({
    resolver: zodResolver(signInInput),
    defaultValues: { email, password: '' },
  });
  const { errors, isSubmitting } = form.formState;

  async function signIn(input: SignInInput) {
    if (underWay.current) return;
    underWay.current = true;
    setFailure(undefined);
    try {
      const { data } = await request<Session>('/admin/auth/login', { method: 'POST', json: input });
      storeSession(data);
      onSignedIn(data);
    } catch (error) {
      // Only now: after a success the form is about to go, and a second click must not sign in again.
      underWay.current = false;
      setFailure(failureOf(error));
    }
  }

  return (
    <form
      // The browser's own bubbles would say the same a second time.
      noValidate
      className="flex flex-col gap-5"
      onSubmit={(event) => void form.handleSubmit(signIn)(event)}
    >
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
        error={errors.email?.message}
        {...form.register('email')}
      />
      <PasswordField
        label={strings.password}
        autoComplete="current-password"
        aria-required
        data-autofocus={email ? '' : undefined}
        error={errors.password?.message}
        {...form.register('password')}
      />
      <Button type="submit" className="mt-1 w-full" busyLabel={isSubmitting && 'Signing In...'}>
        Sign In
      </Button>
    </form>
  );
}

interface Failure {
  text: string;
  hint?: string | undefined;
}

/** The first error of the answer, else its message, else the specification's text (AUTH-11); and what else is known. */
function failureOf(error: unknown): Failure {
  if (!(error instanceof ApiError)) {
    return { text: strings.signInFailed, hint: 'This browser does not let the site remember that you are signed in.' };
  }
  const said = error.errors[0]?.message || error.serverMessage;
  return { text: said || strings.signInFailed, hint: failureHint(error, Boolean(said)) };
}
