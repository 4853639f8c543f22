import { useQuery } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { hasStatus } from '../api/admin.js';
import { confirmingIdentity, ownFactorsQuery } from '../domain/second-factor/factor-calls.js';
import { Proofs, type Method } from '../domain/second-factor/proofs.js';
import { Dialog } from '../ui/dialogs/dialog.js';
import { Loading } from '../ui/skeleton.js';

/** The error field by which the server asks for reauthentication. */
const confirmField = 'confirm';

const needsConfirmation = (error: unknown) => hasStatus(error, 403) && error.fieldErrors[confirmField] !== undefined;

interface Question {
  onConfirmed: () => void;
  onCancel: () => void;
}

/**
 * Runs actions that may require recent authentication. If the server asks for it, `confirmed` shows `dialog`, which the
 * caller renders, and runs the action again. Canceling rejects with the server's error.
 */
export function useConfirmedIdentity() {
  const [question, setQuestion] = useState<Question>();
  const confirmed = useCallback(async <Result,>(action: () => Promise<Result>): Promise<Result> => {
    try {
      return await action();
    } catch (error) {
      if (!needsConfirmation(error)) throw error;
      const answered = await new Promise<boolean>((resolve) =>
        setQuestion({ onConfirmed: () => resolve(true), onCancel: () => resolve(false) }),
      ).finally(() => setQuestion(undefined));
      if (!answered) throw error;
      return action();
    }
  }, []);
  return { confirmed, dialog: question && <Confirmation {...question} /> };
}

function Confirmation({ onConfirmed, onCancel }: Question) {
  const factors = useQuery(ownFactorsQuery);
  const kinds = new Set(factors.data?.factors.map(({ kind }) => kind));
  const methods: Method[] = kinds.size > 0 ? [...kinds] : ['password'];
  // Browsers offer no passkeys at an address that doesn't support them.
  const possible = methods.filter((method) => method !== 'passkey' || factors.data?.passkeys_possible);
  return (
    <Dialog
      open
      onClose={onCancel}
      title="Confirm it’s you"
      description="This changes who can sign in, so confirm it’s you. We won’t ask again for ten minutes."
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
