import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { onConfirmationNeeded } from '../api/api.js';
import { confirmingIdentity, secondFactorsQuery } from '../components/second-factor/factor-api.js';
import { Proofs, type Method } from '../components/second-factor/proofs.js';
import { Dialog } from '../ui/dialogs/dialog.js';
import { Loading } from '../ui/skeleton.js';

interface Question {
  onConfirmed: () => void;
  onCancel: () => void;
}

/** When a call is refused until the user confirms their identity, asks for it over the screen, which keeps its input. */
export function IdentityConfirmation() {
  const [question, setQuestion] = useState<Question>();
  useEffect(() => {
    let cancel: (() => void) | undefined;
    const remove = onConfirmationNeeded(() =>
      new Promise<boolean>((resolve) => {
        cancel = () => resolve(false);
        setQuestion({ onConfirmed: () => resolve(true), onCancel: cancel });
      }).finally(() => setQuestion(undefined)),
    );
    return () => {
      remove();
      cancel?.();
    };
  }, []);
  return question && <Confirmation {...question} />;
}

function Confirmation({ onConfirmed, onCancel }: Question) {
  const factors = useQuery(secondFactorsQuery);
  const kinds = new Set(factors.data?.factors.map(({ kind }) => kind));
  const methods: Method[] = kinds.size > 0 ? [...kinds] : ['password'];
  // Browsers offer no passkeys at an address that doesn't support them.
  const possible = methods.filter((method) => method !== 'passkey' || factors.data?.passkeys_possible);
  return (
    <Dialog
      open
      onClose={onCancel}
      title="Confirm it’s you"
      description="This action needs a recent confirmation. We won’t ask again for ten minutes."
    >
      {factors.isPending ? (
        <Loading label="Loading" count={1} each="h-24" />
      ) : (
        <Proofs
          methods={possible}
          proving={confirmingIdentity}
          send={async (proof) => {
            await confirmingIdentity.send(proof);
            onConfirmed();
          }}
        />
      )}
    </Dialog>
  );
}
