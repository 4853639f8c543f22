/** Choice of the second factor to prove one's identity with, and its form. */
import { confirmIdentityInput, secondStepInput } from '@site/proto/auth/v1/second-factors.schema';
import { Fingerprint, KeyRound, LifeBuoy, Smartphone, type LucideIcon } from 'lucide-react';
import { useState, type ComponentType } from 'react';
import { z } from 'zod';
import * as strings from '@/strings/public-strings.js';
import { Button } from '@/ui/button.js';
import { PasswordField, TextField } from '@/ui/forms/form-fields.js';
import { useSentForm } from '@/ui/forms/use-form-submission.js';
import { CodeForm, ProofForm, useFirstFocus } from './code-form.js';
import type { Proof, Proving } from './factor-api.js';
import { canUsePasskeys, showPasskey } from './passkeys.js';

export type Method = 'password' | 'totp' | 'passkey' | 'recovery_code';

interface ProofsProps {
  /** The first is offered first. */
  methods: readonly Method[];
  proving: Pick<Proving<unknown>, 'passkeyRequest'>;
  send: (proof: Proof) => Promise<unknown>;
}

interface MethodDisplay {
  label: string;
  Icon: LucideIcon;
  hint: string;
  Form: ComponentType<Omit<ProofsProps, 'methods'>>;
}

const methodDetails: Record<Method, MethodDisplay> = {
  password: { label: 'Use your password', Icon: KeyRound, hint: 'Enter your password.', Form: PasswordProof },
  totp: {
    label: 'Use your authenticator app',
    Icon: Smartphone,
    hint: 'Enter the six digits that your authenticator app shows.',
    Form: CodeForm,
  },
  passkey: {
    label: 'Use a passkey',
    Icon: Fingerprint,
    hint: 'Your browser asks for your fingerprint, face, PIN or security key.',
    Form: PasskeyProof,
  },
  recovery_code: {
    label: 'Use a recovery code',
    Icon: LifeBuoy,
    hint: 'Enter one of your saved codes. Each works only once.',
    Form: RecoveryCodeProof,
  },
};

export function Proofs({ methods, ...rest }: ProofsProps) {
  const possible = methods.filter((method) => method !== 'passkey' || canUsePasskeys());
  const [selectedMethod, setSelectedMethod] = useState(possible[0]);
  if (!selectedMethod)
    return (
      <p>
        Passkeys can't be used here, and your account has no authenticator app. Try another browser, or sign out and
        sign in again with a recovery code.
      </p>
    );
  const { hint, Form } = methodDetails[selectedMethod];
  return (
    <div className="flex flex-col gap-5">
      <p className="text-ink-soft">{hint}</p>
      <Form key={selectedMethod} {...rest} />
      {possible.length > 1 && (
        <ul aria-label="Other ways" className="flex flex-col gap-1 border-t border-line pt-3">
          {possible
            .filter((method) => method !== selectedMethod)
            .map((method) => {
              const { label, Icon } = methodDetails[method];
              return (
                <li key={method}>
                  <Button tone="quiet" className="w-full" onClick={() => setSelectedMethod(method)}>
                    <Icon aria-hidden="true" size={18} />
                    {label}
                  </Button>
                </li>
              );
            })}
        </ul>
      )}
    </div>
  );
}

type ProofProps = Omit<ProofsProps, 'methods'>;

function PasswordProof({ send }: ProofProps) {
  const form = useSentForm({
    schema: z.object({ password: confirmIdentityInput.shape.password.unwrap() }),
    defaultValues: { password: '' },
    inlineErrorFields: ['password'],
    send,
  });
  useFirstFocus(form.form, 'password');
  return (
    <ProofForm form={form}>
      <PasswordField
        label={strings.password}
        autoComplete="current-password"
        aria-required
        data-autofocus=""
        {...form.field('password')}
      />
    </ProofForm>
  );
}

function RecoveryCodeProof({ send }: ProofProps) {
  const form = useSentForm({
    schema: z.object({ recovery_code: secondStepInput.shape.recovery_code.unwrap() }),
    defaultValues: { recovery_code: '' },
    inlineErrorFields: ['recovery_code'],
    send,
  });
  useFirstFocus(form.form, 'recovery_code');
  return (
    <ProofForm form={form}>
      <TextField
        label="Recovery code"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        aria-required
        data-autofocus=""
        {...form.field('recovery_code')}
      />
    </ProofForm>
  );
}

function PasskeyProof({ proving, send }: ProofProps) {
  const form = useSentForm({
    schema: z.object({}),
    defaultValues: {},
    send: async () => send({ passkey: await showPasskey(await proving.passkeyRequest()) }),
  });
  return <ProofForm form={form} submitLabel="Use a passkey" busyLabel="Waiting for your passkey…" buttonTakesFocus />;
}
