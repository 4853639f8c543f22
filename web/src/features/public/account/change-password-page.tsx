import { changePasswordInput, newPasswordMinLength } from '@site/proto/auth/v1/passwords.schema';
import { useQueryClient } from '@tanstack/react-query';
import { useState, type ComponentProps } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { ApiError, readToken, request } from '@/api/api.js';
import { FailureBanner } from '@/components/session/failure-banner.js';
import { clearSession, forgotPasswordPath, homeOf, readSession, signInPath } from '@/components/session/session.js';
import * as strings from '@/strings/public-strings.js';
import { Banner } from '@/ui/banner.js';
import { PasswordField } from '@/ui/forms/form-fields.js';
import { useSentForm } from '@/ui/forms/use-form-submission.js';
import { Entrance, EntranceForm, EntranceLink } from './account-form.js';
import { readResetState, resetPassword } from './password-reset.js';
import type { SignInState } from './sign-in-page.js';

/** Requires the current password, or a confirmed reset code instead. */
export function Page() {
  const { reset_token: token, email } = readResetState(useLocation().state);
  return token ? <ResetScreen token={token} email={email} /> : <ChangeScreen />;
}

function ChangeScreen() {
  const leave = useLeave();
  const [session] = useState(readSession);
  const [hasToken] = useState(() => readToken() !== undefined);
  const form = useSentForm({
    schema: changePasswordInput,
    defaultValues: { old_password: '', new_password: '' },
    inlineErrorFields: ['old_password', 'new_password'],
    send: async (passwords) => {
      const body = new FormData();
      for (const [name, password] of Object.entries(passwords)) body.append(name, password);
      leave((await request('/admin/auth/change/password', { method: 'POST', body })).action);
    },
  });
  return (
    <Entrance
      title={strings.changePassword}
      intro={
        session?.email &&
        `For ${session.email}. We’ll sign you out on every device. Sign in again with the new password.`
      }
      links={
        <EntranceLink to={session ? homeOf(session) : signInPath}>{session ? 'Back' : 'Back to sign in'}</EntranceLink>
      }
    >
      <EntranceForm form={form} submitLabel={strings.changePassword} busyLabel="Changing…">
        {!hasToken && (
          <Banner tone="info">
            <p>{strings.noToken}</p>
            <p className="text-ink-soft">Sign in first, or request a code if you forgot your password.</p>
          </Banner>
        )}
        {form.failure !== undefined && (
          <FailureBanner error={form.failure} text={textOf(form.failure)} hasFieldError={form.hasFieldError} />
        )}
        <PasswordField
          label="Old Password"
          autoComplete="current-password"
          aria-required
          {...form.field('old_password')}
        />
        <NewPassword {...form.field('new_password')} />
      </EntranceForm>
    </Entrance>
  );
}

/** A refusal (2xx with `action`) shows the server's text; a failed call shows the specification's. */
function textOf(error: unknown): string {
  const saysNo = error instanceof ApiError && error.status >= 200 && error.status < 300 && error.action;
  return saysNo || 'Failed to change password. Please check your credentials.';
}

function ResetScreen({ token, email }: { token: string; email: string | undefined }) {
  const leave = useLeave();
  const form = useSentForm({
    schema: changePasswordInput.pick({ new_password: true }),
    defaultValues: { new_password: '' },
    inlineErrorFields: ['new_password'],
    send: async ({ new_password: password }) => leave((await resetPassword(token, password)).action),
  });
  const { failure } = form;
  const isTokenOver = failure instanceof ApiError && failure.fieldErrors['reset_token'] !== undefined;
  return (
    <Entrance
      title="Reset Password"
      intro={email && `For ${email}. We’ll sign you out on every device.`}
      links={
        <EntranceLink to={forgotPasswordPath} state={{ email }}>
          {isTokenOver ? 'Request a new code' : 'Start over'}
        </EntranceLink>
      }
    >
      <EntranceForm form={form} submitLabel="Reset Password" busyLabel="Saving…">
        {failure !== undefined && !form.hasFieldError && <FailureBanner error={failure} />}
        <NewPassword {...form.field('new_password')} />
      </EntranceForm>
    </Entrance>
  );
}

function NewPassword(field: Omit<ComponentProps<typeof PasswordField>, 'label'>) {
  return (
    <PasswordField
      label="New Password"
      autoComplete="new-password"
      hint={`At least ${newPasswordMinLength} characters.`}
      aria-required
      {...field}
    />
  );
}

/** The server has ended all of the user's sessions, so this browser drops its session data. */
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
