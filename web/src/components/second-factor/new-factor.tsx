/** Steps for adding an authenticator app or a passkey. */
import { completeFactorInput, factorLabelMaxLength, type FactorKind } from '@site/proto/auth/v1/second-factors.schema';
import { Fingerprint, Smartphone, type LucideIcon } from 'lucide-react';
import { lazy, useState, type ComponentProps } from 'react';
import { z } from 'zod';
import { Button } from '@/ui/button.js';
import { CopyButton } from '@/ui/copy-button.js';
import { useCodeBoxes } from '@/ui/forms/code-boxes.js';
import { TextField } from '@/ui/forms/form-fields.js';
import { useSentForm } from '@/ui/forms/use-form-submission.js';
import { LazySection } from '@/ui/lazy-section.js';
import { Skeleton } from '@/ui/skeleton.js';
import { FailureBanner } from '../session/failure-banner.js';
import { AppCode, codeRule, ProofForm } from './code-form.js';
import type { Adding } from './factor-api.js';
import { canUsePasskeys, makePasskey, type PasskeyOrder } from './passkeys.js';

export const factorKindDetails: Record<FactorKind, { name: string; Icon: LucideIcon; note: string }> = {
  totp: {
    name: 'Authenticator app',
    Icon: Smartphone,
    note: 'An app on your phone shows six digits that change every 30 seconds.',
  },
  passkey: {
    name: 'Passkey',
    Icon: Fingerprint,
    note: "Your device signs you in by fingerprint, face or PIN. You can't give it away by mistake.",
  },
};

interface NewFactorProps<Added> {
  kinds: readonly FactorKind[];
  adding: Adding<Added>;
  onAdded: (added: Added) => void;
}

type Begun = { kind: 'totp'; secret: string; address: string } | { kind: 'passkey' };

export function NewFactor<Added>({ kinds, adding, onAdded }: NewFactorProps<Added>) {
  const [begun, setBegun] = useState<Begun>();
  const [busy, setBusy] = useState<FactorKind>();
  const [failure, setFailure] = useState<unknown>();
  const possible = kinds.filter((kind) => kind !== 'passkey' || canUsePasskeys());

  async function begin(kind: FactorKind) {
    setFailure(undefined);
    if (kind === 'passkey') return setBegun({ kind });
    setBusy(kind);
    try {
      const { secret, uri } = await adding.begin(kind);
      setBegun({ kind, secret: secret ?? '', address: uri ?? '' });
    } catch (error) {
      setFailure(error);
    } finally {
      setBusy(undefined);
    }
  }

  if (begun) {
    const step = { adding, onAdded, onOther: possible.length > 1 ? () => setBegun(undefined) : undefined };
    return begun.kind === 'totp' ? <NewApp {...begun} {...step} /> : <NewPasskey {...step} />;
  }
  return (
    <div className="flex flex-col gap-3">
      {failure !== undefined && <FailureBanner error={failure} />}
      {possible.map((kind) => (
        <FactorOption key={kind} kind={kind} isBusy={busy === kind} onSelect={() => void (busy ?? begin(kind))} />
      ))}
    </div>
  );
}

function FactorOption({ kind, isBusy, onSelect }: { kind: FactorKind; isBusy: boolean; onSelect: () => void }) {
  const { name, Icon, note } = factorKindDetails[kind];
  return (
    <button
      type="button"
      onClick={onSelect}
      aria-busy={isBusy || undefined}
      className="flex items-start gap-4 rounded-md p-4 text-left ring-1 ring-edge transition-colors duration-150 ring-inset hover:bg-surface-raised"
    >
      <Icon aria-hidden="true" size={24} className="mt-0.5 shrink-0 text-sky-strong" />
      <span>
        <span className="block font-semibold">{name}</span>
        <span className="block text-sm text-ink-soft">{note}</span>
      </span>
    </button>
  );
}

interface StepProps<Added> extends Omit<NewFactorProps<Added>, 'kinds'> {
  onOther: (() => void) | undefined;
}

const labelRule = completeFactorInput.shape.label;

const QrCode = lazy(async () => ({ default: (await import('./qr-code.js')).QrCode }));

function NewApp<Added>({
  secret,
  address,
  adding,
  onAdded,
  onOther,
}: StepProps<Added> & { secret: string; address: string }) {
  const form = useSentForm({
    schema: z.object({ label: labelRule, code: codeRule }),
    defaultValues: { label: factorKindDetails.totp.name, code: '' },
    inlineErrorFields: ['label', 'code'],
    send: async (proof) => onAdded(await adding.complete(proof)),
  });
  const { boxes } = useCodeBoxes(form.form, 'code');
  return (
    <div className="flex flex-col gap-5">
      <p>Scan this code with an authenticator app, then enter the six digits that the app shows.</p>
      <LazySection
        waiting={<Skeleton className="mx-auto aspect-square w-full max-w-56" />}
        missing={<p className="text-ink-soft">The QR code didn't load. Type the key below into the app.</p>}
      >
        <QrCode text={address} label="QR code of the key below" />
      </LazySection>
      <div className="rounded-md bg-surface-raised px-4 py-3">
        <p className="text-sm text-ink-soft">
          Or type this key into the app, or{' '}
          <a href={address} className="text-link">
            open it in an app on this device
          </a>
          .
        </p>
        <div className="mt-1 flex items-center gap-3">
          <code className="min-w-0 flex-1 font-mono break-words">{secret.match(/.{1,4}/g)?.join(' ')}</code>
          <CopyButton text={secret} label="Copy key" />
        </div>
      </div>
      <ProofForm form={form}>
        <FactorName {...form.field('label')} />
        <div>
          <p className="mb-1.5 font-semibold">Six digits</p>
          <AppCode boxes={boxes} isSent={form.isSubmitting} />
        </div>
      </ProofForm>
      <Other onOther={onOther} />
    </div>
  );
}

function NewPasskey<Added>({ adding, onAdded, onOther }: StepProps<Added>) {
  const form = useSentForm({
    schema: z.object({ label: labelRule }),
    defaultValues: { label: factorKindDetails.passkey.name },
    inlineErrorFields: ['label'],
    send: async ({ label }) => {
      const { options } = await adding.begin('passkey');
      const passkey = await makePasskey(options as unknown as PasskeyOrder);
      onAdded(await adding.complete({ label, passkey }));
    },
  });
  return (
    <div className="flex flex-col gap-5">
      <p>Your browser asks where to keep the passkey: on this device, on your phone or on a security key.</p>
      <ProofForm form={form} submitLabel="Create a passkey" busyLabel="Waiting for your device…">
        <FactorName {...form.field('label')} />
      </ProofForm>
      <Other onOther={onOther} />
    </div>
  );
}

function FactorName(field: Omit<ComponentProps<typeof TextField>, 'label'>) {
  return (
    <TextField
      label="Name"
      hint="Helps you recognize it later."
      autoComplete="off"
      maxLength={factorLabelMaxLength}
      aria-required
      {...field}
    />
  );
}

function Other({ onOther }: { onOther: (() => void) | undefined }) {
  if (!onOther) return null;
  return (
    <Button tone="quiet" onClick={onOther}>
      Choose something else
    </Button>
  );
}
