/** Second step of a sign-in. */
import type { Enrolled } from '@site/proto/auth/v1/second-factors.responses';
import { factorKinds } from '@site/proto/auth/v1/second-factors.schema';
import type { SecondStep as HalfSession, Session } from '@site/proto/auth/v1/sessions.responses';
import { useMemo, useState, type ReactNode } from 'react';
import { hasStatus } from '@/api/admin.js';
import { Button } from '@/ui/button.js';
import { secondStep, type Adding } from './factor-api.js';
import { NewFactor } from './new-factor.js';
import { Proofs } from './proofs.js';
import { RecoveryCodes } from './recovery-codes.js';

interface SecondStepProps {
  half: HalfSession;
  email: string;
  /** The form shows its errors. */
  onSignedIn: (session: Session) => void;
  /** Canceled or timed out, for the reason in `text`. */
  onOver: (text?: string) => void;
}

/** Requests a second factor, or makes the user add a required one. */
export function SecondStep({ half, email, onSignedIn, onOver }: SecondStepProps) {
  const [enrolled, setEnrolled] = useState<Enrolled>();
  const { half_token: token, methods } = half;
  const calls = useMemo(() => {
    const { enrolment, ...proving } = secondStep(token);
    const whileItLasts = async <Result,>(call: () => Promise<Result>): Promise<Result> => {
      try {
        return await call();
      } catch (error) {
        if (hasStatus(error, 401)) onOver(error.message);
        throw error;
      }
    };
    const adding: Adding<Enrolled> = {
      begin: (kind) => whileItLasts(() => enrolment.begin(kind)),
      complete: (proof) => whileItLasts(() => enrolment.complete(proof)),
    };
    return {
      adding,
      passkeyRequest: () => whileItLasts(proving.passkeyRequest),
      send: (proof: Parameters<typeof proving.send>[0]) => whileItLasts(() => proving.send(proof)),
    };
  }, [token, onOver]);

  if (enrolled) {
    const { recovery_codes: codes, session } = enrolled;
    return <RecoveryCodes codes={codes} email={email} onSaved={() => onSignedIn(session)} />;
  }
  if (half.enrol) {
    return (
      <Step title="Protect your account" onBack={onOver}>
        <p className="mb-4 text-ink-soft">
          Your account needs more than a password. Add a second factor now; it takes a minute.
        </p>
        <NewFactor
          kinds={factorKinds.filter((kind) => methods.includes(kind))}
          adding={calls.adding}
          onAdded={setEnrolled}
        />
      </Step>
    );
  }
  return (
    <Step title="Confirm it’s you" onBack={onOver}>
      <Proofs methods={methods} proving={calls} send={async (proof) => onSignedIn(await calls.send(proof))} />
    </Step>
  );
}

function Step({ title, onBack, children }: { title: string; onBack: () => void; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h2 className="mb-1 text-lg">{title}</h2>
      {children}
      <Button tone="quiet" className="mt-2 w-full" onClick={() => onBack()}>
        Back to the password
      </Button>
    </section>
  );
}
