import { roleNames } from '@site/domain/role-names';
import type { AcceptedInvitation, Invitation } from '@site/proto/auth/v1/invitations.responses';
import { acceptInvitationInput } from '@site/proto/auth/v1/invitations.schema';
import { newPasswordMinLength } from '@site/proto/auth/v1/passwords.schema';
import { useQuery } from '@tanstack/react-query';
import { useLocation, useNavigate } from 'react-router-dom';
import { ApiError, request } from '@/api/api.js';
import { FailureBanner } from '@/components/session/failure-banner.js';
import { signInPath } from '@/components/session/session.js';
import * as strings from '@/strings/public-strings.js';
import { Button } from '@/ui/button.js';
import { PasswordField } from '@/ui/forms/form-fields.js';
import { useSentForm } from '@/ui/forms/use-form-submission.js';
import { Loading } from '@/ui/skeleton.js';
import { Entrance, EntranceForm, EntranceLink } from './account-form.js';
import type { SignInState } from './sign-in-page.js';

const address = '/admin/auth/invitation';

/** Opened from an invitation's email: the token is after the #, which no server sees. */
export function Page() {
  const { hash } = useLocation();
  const token = decodeURIComponent(hash.slice(1));
  // Keyed, so that another link in the same tab starts over.
  return <Join key={token} token={token} />;
}

function Join({ token }: { token: string }) {
  const invitation = useQuery({
    queryKey: ['invitation', token],
    queryFn: ({ signal }) => request<Invitation>(address, { method: 'POST', json: { token }, signal }),
    retry: false,
    staleTime: Infinity,
  });
  const invited = invitation.data?.data;
  return (
    <Entrance
      title={`Join ${strings.siteName}`}
      intro={
        invited &&
        `${invited.invited_by} invites you to become ${roleNames[invited.role].some}. Choose a password for ${invited.email}.`
      }
      links={<EntranceLink to={signInPath}>Sign in instead</EntranceLink>}
    >
      {invitation.isPending && <Loading label="Loading the invitation" count={1} each="h-24" />}
      {invitation.isError && (
        <>
          <FailureBanner error={invitation.error} />
          {invitation.error instanceof ApiError && !invitation.error.isTemporary ? null : (
            <Button tone="secondary" className="mt-4 w-full" onClick={() => void invitation.refetch()}>
              Try again
            </Button>
          )}
        </>
      )}
      {invited && <JoinForm token={token} email={invited.email} />}
    </Entrance>
  );
}

function JoinForm({ token, email }: { token: string; email: string }) {
  const navigate = useNavigate();
  const form = useSentForm({
    schema: acceptInvitationInput.pick({ password: true }),
    defaultValues: { password: '' },
    inlineErrorFields: ['password'],
    send: async ({ password }) => {
      const json = { token, password };
      const { action } = await request<AcceptedInvitation>(`${address}/accept`, { method: 'POST', json });
      const state: SignInState = { done: action, next: `Sign in as ${email}.` };
      void navigate(signInPath, { replace: true, state });
    },
  });
  return (
    <EntranceForm form={form} submitLabel="Create account" busyLabel="Creating…">
      {form.failure !== undefined && !form.hasFieldError && <FailureBanner error={form.failure} />}
      {/* Password managers store the password with it. */}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        label="Password"
        autoComplete="new-password"
        hint={`At least ${newPasswordMinLength} characters.`}
        aria-required
        {...form.field('password')}
      />
    </EntranceForm>
  );
}
