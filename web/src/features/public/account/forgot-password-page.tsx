import { zodResolver } from '@hookform/resolvers/zod';
import { forgotPasswordInput, type ForgotPasswordInput } from '@site/proto/auth/v1/passwords.schema';
import { useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useLocation, useNavigate } from 'react-router-dom';
import { ApiError } from '../../../api/api.js';
import { Banner } from '../../../ui/banner.js';
import { Button } from '../../../ui/button.js';
import { TextField } from '../../../ui/forms/field.js';
import { strings } from '../../../strings.js';
import { Entrance, EntranceLink } from './entrance.js';
import { FailureBanner } from '../../../domain/session/failure-banner.js';
import { readResetState, requestCode, type ResetState } from './reset.js';
import { enterCodePath, signInPath } from '../../../domain/session/session.js';

/** /dashboard/forgot-password: asks for a code by mail. The answer never tells whether the address is known. */
export function Page() {
  const navigate = useNavigate();
  const given = readResetState(useLocation().state);
  const [failure, setFailure] = useState<unknown>();
  const underWay = useRef(false);
  const form = useForm<ForgotPasswordInput>({
    resolver: zodResolver(forgotPasswordInput),
    defaultValues: { email: given.email ?? '' },
  });
  const { errors, isSubmitting } = form.formState;

  async function getCode({ email }: ForgotPasswordInput) {
    if (underWay.current) return;
    underWay.current = true;
    setFailure(undefined);
    try {
      const { action, data } = await requestCode(email);
      const state: ResetState = { email, sent: action, ...data };
      void navigate(enterCodePath, { state });
    } catch (error) {
      underWay.current = false;
      setFailure(error);
      if (error instanceof ApiError && error.fieldErrors['email'])
        form.setError('email', { message: error.fieldErrors['email'] }, { shouldFocus: true });
    }
  }

  return (
    <Entrance
      title={strings.forgotPassword}
      intro="A code comes to your email address. With it you choose a new password."
      links={<EntranceLink to={signInPath}>Back to sign in</EntranceLink>}
    >
      <form noValidate className="flex flex-col gap-5" onSubmit={(event) => void form.handleSubmit(getCode)(event)}>
        {failure !== undefined && <FailureBanner error={failure} />}
        {given.sent === undefined && given.email !== undefined && (
          <Banner tone="info">Codes serve once, and not for long. Ask for a new one here.</Banner>
        )}
        <TextField
          label={strings.emailAddress}
          type="email"
          autoComplete="username"
          aria-required
          error={errors.email?.message}
          {...form.register('email')}
        />
        <Button type="submit" className="w-full" busyLabel={isSubmitting && 'Asking for a code…'}>
          {strings.getCode}
        </Button>
      </form>
    </Entrance>
  );
}
