import { forgotPasswordInput } from '@site/proto/auth/v1/passwords.schema';
import { useLocation, useNavigate } from 'react-router-dom';
import { FailureBanner } from '@/components/session/failure-banner.js';
import { enterCodePath, signInPath } from '@/components/session/session.js';
import * as strings from '@/strings/public-strings.js';
import { Banner } from '@/ui/banner.js';
import { TextField } from '@/ui/forms/form-fields.js';
import { useSentForm } from '@/ui/forms/use-form-submission.js';
import { Entrance, EntranceForm, EntranceLink } from './account-form.js';
import { readResetState, requestCode, type ResetState } from './password-reset.js';

/** The response never reveals whether the address has an account. */
export function Page() {
  const navigate = useNavigate();
  const resetState = readResetState(useLocation().state);
  const form = useSentForm({
    schema: forgotPasswordInput,
    defaultValues: { email: resetState.email ?? '' },
    inlineErrorFields: ['email'],
    send: async ({ email }) => {
      const { action, data } = await requestCode(email);
      const state: ResetState = { email, sent: action, ...data };
      void navigate(enterCodePath, { state });
    },
  });
  return (
    <Entrance
      title={strings.forgotPassword}
      intro="We’ll email you a code. Use it to choose a new password."
      links={<EntranceLink to={signInPath}>Back to sign in</EntranceLink>}
    >
      <EntranceForm form={form} submitLabel="Get Code" busyLabel="Sending a code…">
        {form.failure !== undefined && <FailureBanner error={form.failure} />}
        {resetState.sent === undefined && resetState.email !== undefined && (
          <Banner tone="info">A code works only once and expires soon. Request a new one here.</Banner>
        )}
        <TextField
          label={strings.emailAddress}
          type="email"
          autoComplete="username"
          aria-required
          {...form.field('email')}
        />
      </EntranceForm>
    </Entrance>
  );
}
