/** Card with the user's second factors and recovery codes. */
import type { FactorAdded, SecondFactor, SecondFactors } from '@site/proto/auth/v1/second-factors.responses';
import { factorKinds } from '@site/proto/auth/v1/second-factors.schema';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Plus, Trash2 } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { Ago } from '@/dashboard-kit/facts.js';
import { ActionDialog } from '@/dashboard-kit/action-dialog.js';
import { Loaded } from '@/dashboard-kit/list/paged-list.js';
import { addingFactor, secondFactorsQuery } from '@/components/second-factor/factor-api.js';
import { factorKindDetails, NewFactor } from '@/components/second-factor/new-factor.js';
import { RecoveryCodes } from '@/components/second-factor/recovery-codes.js';
import { readSession } from '@/components/session/session.js';
import { Banner } from '@/ui/banner.js';
import { Button } from '@/ui/button.js';
import { Dialog } from '@/ui/dialogs/dialog.js';
import { amount } from '@/ui/number-format.js';
import { Loading } from '@/ui/skeleton.js';
import { useToast } from '@/ui/toast.js';
import { makeRecoveryCodes, removeFactor, sessionsQuery } from './security.js';
import { SettingsCard } from './settings-card.js';

export function SecondFactorsCard() {
  const factors = useQuery(secondFactorsQuery);
  return (
    <Loaded
      query={factors}
      failure="We couldn’t load your second factors."
      placeholder={<Loading label="Loading your second factors" count={1} each="card h-52" />}
    >
      {(secondFactors) => <Factors secondFactors={secondFactors} />}
    </Loaded>
  );
}

type DialogState = { what: 'new factor' } | { what: 'codes'; codes: string[] };

function Factors({ secondFactors }: { secondFactors: SecondFactors }) {
  const { factors, recovery_codes_left: codesLeft, required, passkeys_possible: passkeysPossible } = secondFactors;
  const client = useQueryClient();
  const showToast = useToast();
  const add = useRef<HTMLButtonElement>(null);
  const [dialog, setDialog] = useState<DialogState>();
  const [removed, setRemoved] = useState<SecondFactor>();
  const reload = () => {
    void client.invalidateQueries({ queryKey: secondFactorsQuery.queryKey });
    void client.invalidateQueries({ queryKey: sessionsQuery.queryKey });
  };

  function added({ factor, recovery_codes: codes }: FactorAdded) {
    reload();
    showToast(`Added: ${factor.label}.`);
    setDialog(codes.length > 0 ? { what: 'codes', codes } : undefined);
  }

  return (
    <SettingsCard
      title="Second factor"
      note="Used in addition to your password when you sign in."
      action={
        <Button ref={add} size="small" onClick={() => setDialog({ what: 'new factor' })}>
          <Plus aria-hidden="true" size={16} />
          Add
        </Button>
      }
    >
      {factors.length === 0 ? (
        <Banner tone="info" className="mt-4">
          {required
            ? 'Your role needs a second factor. Add one now.'
            : 'Only your password protects this account. Add an authenticator app or a passkey.'}
        </Banner>
      ) : (
        <>
          <ul aria-label="Second factors" className="mt-3 divide-y divide-line">
            {factors.map((factor) => (
              <Factor key={factor.id} factor={factor} onRemove={() => setRemoved(factor)} />
            ))}
          </ul>
          <NewCodes
            left={codesLeft}
            make={makeRecoveryCodes}
            onCreated={(codes) => {
              reload();
              setDialog({ what: 'codes', codes });
            }}
          />
        </>
      )}
      <Dialog
        open={dialog?.what === 'new factor'}
        onClose={() => setDialog(undefined)}
        title="Add a second factor"
        returnFocusTo={() => add.current}
      >
        <NewFactor
          kinds={factorKinds.filter((kind) => kind !== 'passkey' || passkeysPossible)}
          adding={addingFactor}
          onAdded={added}
        />
      </Dialog>
      <Dialog
        open={dialog?.what === 'codes'}
        // The codes can't be shown again, so only confirming that they were saved closes the dialog.
        dismissible={false}
        onClose={() => undefined}
        title="Recovery codes"
        returnFocusTo={() => add.current}
      >
        {dialog?.what === 'codes' && (
          <RecoveryCodes codes={dialog.codes} email={readSession()?.email} onSaved={() => setDialog(undefined)} />
        )}
      </Dialog>
      <ActionDialog
        target={removed}
        title="Remove this second factor?"
        question="You won’t be able to sign in with it, and all your other sessions end."
        note={({ label }) => <strong className="font-semibold wrap-anywhere text-ink">{label}</strong>}
        confirmLabel="Remove"
        busyLabel="Removing…"
        failure="We couldn’t remove it."
        act={removeFactor}
        onDone={({ label }) => {
          setRemoved(undefined);
          showToast(`Removed: ${label}.`);
          reload();
        }}
        onFailed={reload}
        onCancel={() => setRemoved(undefined)}
        returnFocusTo={() => add.current}
      />
    </SettingsCard>
  );
}

function Factor({ factor, onRemove }: { factor: SecondFactor; onRemove: () => void }) {
  const nameId = useId();
  const { name, Icon } = factorKindDetails[factor.kind];
  return (
    <li className="flex items-center gap-4 py-3">
      <Icon aria-hidden="true" size={22} className="shrink-0 text-ink-soft" />
      <div className="min-w-0 flex-1">
        <p id={nameId} className="font-semibold wrap-anywhere">
          {factor.label}
        </p>
        <p className="text-sm text-ink-soft">
          {factor.label === name ? 'Added' : `${name}, added`} <Ago at={factor.created_at} />
          {factor.last_used_at ? (
            <>
              , last used <Ago at={factor.last_used_at} />
            </>
          ) : (
            ', not used yet'
          )}
        </p>
      </div>
      <Button tone="secondary" size="small" aria-describedby={nameId} onClick={onRemove}>
        <Trash2 aria-hidden="true" size={16} />
        Remove
      </Button>
    </li>
  );
}

interface NewCodesProps {
  left: number;
  make: () => Promise<string[]>;
  onCreated: (codes: string[]) => void;
}

function NewCodes({ left, make, onCreated }: NewCodesProps) {
  const [target, setTarget] = useState<object>();
  return (
    <div className="mt-1 flex flex-wrap items-center justify-between gap-3 border-t border-line pt-4">
      <p className={left === 0 ? 'font-semibold text-danger' : undefined}>
        {left === 0 ? 'No recovery codes left.' : `${amount(left, 'recovery code is', 'recovery codes are')} left.`}
      </p>
      <Button tone="secondary" size="small" onClick={() => setTarget({})}>
        Generate new codes
      </Button>
      <ActionDialog
        target={target}
        title="Generate new recovery codes?"
        question="Your old codes will stop working."
        confirmLabel="Generate new codes"
        busyLabel="Generating…"
        failure="We couldn’t generate new codes."
        destructive={false}
        act={make}
        onDone={(_target, codes) => {
          setTarget(undefined);
          onCreated(codes);
        }}
        onCancel={() => setTarget(undefined)}
      />
    </div>
  );
}
