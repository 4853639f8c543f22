import { verifyCodeInput } from '@site/proto/auth/v1/passwords.schema';
import { useMutation } from '@tanstack/react-query';
import { useLocation, useNavigate } from 'react-router-dom';
import { FailureBanner } from '@/components/session/failure-banner.js';
import { changePasswordPath, forgotPasswordPath } from '@/components/session/session.js';
import * as strings from '@/strings/public-strings.js';
import { Banner } from '@/ui/banner.js';
import { Button } from '@/ui/button.js';
import { CodeBoxes, useCodeBoxes } from '@/ui/forms/code-boxes.js';
import { TextField } from '@/ui/forms/form-fields.js';
import { useSentForm } from '@/ui/forms/use-form-submission.js';
import { useToast } from '@/ui/toast.js';
import { Entrance, EntranceForm, EntranceLink } from './account-form.js';
import { readResetState, requestCode, verifyCode, type ResetState } from './password-reset.js';

/** The code from the mail is never stored or logged. */
export function Page() {
  const navigate = useNavigate();
  const resetState = readResetState(useLocation().state);
  const showToast = useToast();
  const form = useSentForm({
    schema: verifyCodeInput,
    defaultValues: { email: resetState.email ?? '', code: '' },
    inlineErrorFields: ['email', 'code'],
    send: async ({ email, code }) => {
      resend.reset();
      const { data } = await verifyCode(email, code);
      const state: ResetState = { email, reset_token: data.reset_token };
      // The code is spent, so Back must not return here.
      void navigate(changePasswordPath, { state, replace: true });
    },
  });
  const { boxes, clear } = useCodeBoxes(form.form, 'code');
  const resend = useMutation({
    networkMode: 'always',
    mutationFn: requestCode,
    onSuccess: ({ action }) => {
      clear();
      showToast(action);
    },
  });
  const failure = resend.error ?? (form.hasFieldError ? undefined : form.failure);

  return (
    <Entrance
      title="Enter Confirmation Code"
      intro={
        resetState.sent ? (
          <>
            {resetState.sent}{' '}
            {resetState.valid_minutes !== undefined && `It’s valid for ${resetState.valid_minutes} minutes.`}
          </>
        ) : (
          'Check the email that we sent you.'
        )
      }
      links={<EntranceLink to={forgotPasswordPath}>Use another email address</EntranceLink>}
    >
      <EntranceForm form={form} submitLabel="Confirm Code" busyLabel="Confirming…">
        {resetState.mail_delivered === false && (
          <Banner tone="info">
            This site doesn’t send email yet. Its operator can find the email with your code in the site’s mail folder.
          </Banner>
        )}
        {failure !== undefined && <FailureBanner error={failure} />}
        {resetState.email === undefined && (
          <TextField
            label={strings.emailAddress}
            type="email"
            autoComplete="username"
            aria-required
            {...form.field('email')}
          />
        )}
        <CodeBoxes {...boxes} readOnly={form.isSubmitting} />
      </EntranceForm>
      {resetState.email !== undefined && (
        <Button
          tone="quiet"
          className="mt-5 w-full"
          onClick={() => !form.isSubmitting && resend.mutate(form.form.getValues('email'))}
          busyLabel={resend.isPending && 'Sending…'}
        >
          Send a new code
        </Button>
      )}
    </Entrance>
  );
}
