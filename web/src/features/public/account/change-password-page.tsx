import { zodResolver } from '@hookform/resolvers/zod';
import {
  changePasswordInput,
  newPasswordMinLength,
  type ChangePasswordInput,
} from '@site/proto/auth/v1/passwords.schema';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useLocation, useNavigate } from 'react-router-dom';
import { ApiError, readToken, request } from '../../../api/api.js';
import { Banner } from '../../../ui/banner.js';
import { Button } from '../../../ui/button.js';
import { PasswordField } from '../../../ui/forms/password-field.js';
import { strings } from '../../../strings.js';
import { Entrance, EntranceLink } from './entrance.js';
import { FailureBanner } from '../../../domain/session/failure-banner.js';
import { readResetState, resetPassword } from './reset.js';
import { clearSession, forgotPasswordPath, homeOf, readSession, signInPath } from '../../../domain/session/session.js';
import type { SignInState } from './sign-in-page.js';

/** /dashboard/changePassword: with the old password, or, after a confirmed code, without it. */
export function Page() {
  const { reset_token: token, email } = readResetState(useLocation().state);
  return token ? <ResetScreen token={token} email={email} /> : <ChangeScreen />;
}

/** The last one with a fault gets the focus: the upper. */
const changeFields = ['new_password', 'old_password'] as const;

function ChangeScreen() {
  const leave = useLeave();
  const [session] = useState(readSession);
  const [hasToken] = useState(() => readToken() !== undefined);
  const [failure, setFailure] = useState<unknown>();
  const underWay = useRef(false);
  const form = useForm<ChangePasswordInput>({
    resolver: zodResolver(changePasswordInput),
    defaultValues: { old_password: '', new_password: '' },
  });
  const { errors, isSubmitting } = form.formState;

  async function change(input: ChangePasswordInput) {
    if (underWay.current) return;
    underWay.current = true;
    setFailure(undefined);
    const body = new FormData();
    body.append('old_password', input.old_password);
    body.append('new_password', input.new_password);
    try {
      const { action } = await request('/admin/auth/change/password', { method: 'POST', body });
      leave(action);
    } catch (error) {
      underWay.current = false;
      setFailure(error);
      if (!(error instanceof ApiError)) return;
      for (const field of changeFields) {
        const message = error.fieldErrors[field];
        if (message) form.setError(field, { message }, { shouldFocus: true });
      }
    }
  }

  return (
    <Entrance
      title={strings.changePassword}
      intro={session?.email && `For ${session.email}. Every device is signed out; you sign in again with the new one.`}
      links={
        session ? (
          <EntranceLink to={homeOf(session)}>Back</EntranceLink>
        ) : (
          <EntranceLink to={signInPath}>Back to sign in</EntranceLink>
        )
      }
    >
      <form noValidate className="flex flex-col gap-5" onSubmit={(event) => void form.handleSubmit(change)(event)}>
        {!hasToken && (
          <Banner tone="info">
            <p>{strings.noToken}</p>
            <p className="text-ink-soft">Sign in first, or ask for a code if you forgot your password.</p>
          </Banner>
        )}
        {failure !== undefined && (
          <FailureBanner error={failure} text={textOf(failure)} saidBesideField={isBesideField(failure)} />
        )}
        <PasswordField
          label={strings.oldPassword}
          autoComplete="current-password"
          aria-required
          error={errors.old_password?.message}
          {...form.register('old_password')}
        />
        <PasswordField
          label={strings.newPassword}
          autoComplete="new-password"
          hint={`At least ${newPasswordMinLength} characters.`}
          aria-required
          error={errors.new_password?.message}
          {...form.register('new_password')}
        />
        <Button type="submit" className="w-full" busyLabel={isSubmitting && 'Changing…'}>
          {strings.changePassword}
        </Button>
      </form>
    </Entrance>
  );
}

/** An answer that came and says no shows its own sentence (AUTH-22); a call that failed, the specification's (AUTH-23). */
function textOf(error: unknown): string {
  const saysNo = error instanceof ApiError && error.status >= 200 && error.status < 300 && error.action;
  return saysNo || strings.changePasswordFailed;
}

const isBesideField = (error: unknown) =>
  error instanceof ApiError && changeFields.some((field) => error.fieldErrors[field] !== undefined);

const resetInput = changePasswordInput.pick({ new_password: true });

function ResetScreen({ token, email }: { token: string; email: string | undefined }) {
  const leave = useLeave();
  const [failure, setFailure] = useState<unknown>();
  const underWay = useRef(false);
  const form = useForm<{ new_password: string }>({
    resolver: zodResolver(resetInput),
    defaultValues: { new_password: '' },
  });
  const { errors, isSubmitting } = form.formState;
  const isTokenOver = failure instanceof ApiError && failure.fieldErrors['reset_token'] !== undefined;

  async function reset({ new_password: password }: { new_password: string }) {
    if (underWay.current) return;
    underWay.current = true;
    setFailure(undefined);
    try {
      const { action } = await resetPassword(token, password);
      leave(action);
    } catch (error) {
      underWay.current = false;
      const message = error instanceof ApiError ? error.fieldErrors['new_password'] : undefined;
      if (message) form.setError('new_password', { message }, { shouldFocus: true });
      else setFailure(error);
    }
  }

  return (
    <Entrance
      title="Reset Password"
      intro={email && `For ${email}. Every device is signed out.`}
      links={
        <EntranceLink to={forgotPasswordPath} state={{ email }}>
          {isTokenOver ? 'Ask for a new code' : 'Start again'}
        </EntranceLink>
      }
    >
      <form noValidate className="flex flex-col gap-5" onSubmit={(event) => void form.handleSubmit(reset)(event)}>
        {failure !== undefined && <FailureBanner error={failure} />}
        <PasswordField
          label={strings.newPassword}
          autoComplete="new-password"
          hint={`At least ${newPasswordMinLength} characters.`}
          aria-required
          error={errors.new_password?.message}
          {...form.register('new_password')}
        />
        <Button type="submit" className="w-full" busyLabel={isSubmitting && 'Saving…'}>
          Reset Password
        </Button>
      </form>
    </Entrance>
  );
}

/**
 * To the sign-in, with a word about what was done. The server has ended every session of the person, so nothing of it stays
 * in this browser.
 */
function useLeave() {
  const navigate = useNavigate();
  const client = useQueryClient();
  return (action: string) => {
    clearSession();
    client.removeQueries({ queryKey: ['admin'] });
    const state: SignInState = { done: action };
    void navigate(signInPath, { replace: true, state });
  };
}
