/** Signs a visitor up for warning notifications, from the form to the confirmation. */
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { subscriptionQuery, waysQuery } from '@/components/push/push-api.js';
import { Banner } from '@/ui/banner.js';
import { Button } from '@/ui/button.js';
import { NotAvailable } from '@/ui/pages/not-available.js';
import { Loading } from '@/ui/skeleton.js';
import { enteredOf } from './entered-preferences.js';
import { SubscribedDevice } from './subscribed-device.js';
import { WarningForm } from './warning-form.js';

/** Push services take seconds. */
const confirmationWaitMs = 60_000;
const pollIntervalMs = 2_000;

type Step =
  | { kind: 'choosing' }
  /** A second channel for a device that no longer shows notifications. */
  | { kind: 'adding email' }
  /** The browser's first notification confirms the subscription. */
  | { kind: 'awaiting' | 'missing' }
  | { kind: 'sent'; serverMessage: string };

export function WarningSignUp() {
  const [step, setStep] = useState<Step>({ kind: 'choosing' });
  const ways = useQuery(waysQuery);
  const subscription = useQuery({
    ...subscriptionQuery,
    refetchInterval: ({ state }) => step.kind === 'awaiting' && !state.data && pollIntervalMs,
  });

  useEffect(() => {
    if (step.kind !== 'awaiting') return;
    const timer = setTimeout(() => setStep({ kind: 'missing' }), confirmationWaitMs);
    return () => clearTimeout(timer);
  }, [step.kind]);

  if (step.kind === 'adding email' && subscription.data && ways.data)
    return (
      <WarningForm
        ways={ways.data}
        first={{ ...enteredOf(subscription.data.preferences), channel: 'mail' }}
        onSent={(_channel, serverMessage) => setStep({ kind: 'sent', serverMessage })}
      />
    );
  if (subscription.data && step.kind !== 'sent')
    return (
      <>
        {step.kind !== 'choosing' && (
          <Banner tone="success" className="mb-4">
            You’re all set.
          </Banner>
        )}
        <SubscribedDevice
          subscription={subscription.data}
          vapidKey={ways.data?.vapid_key ?? ''}
          onAddEmail={ways.data?.mail ? () => setStep({ kind: 'adding email' }) : undefined}
          onEnded={() => setStep({ kind: 'choosing' })}
        />
      </>
    );
  if (step.kind === 'sent')
    return (
      <Outcome>
        <Banner tone="success">{step.serverMessage}</Banner>
      </Outcome>
    );
  if (step.kind === 'awaiting')
    return (
      <Outcome>
        <Banner tone="info">
          <p className="font-semibold">A notification is about to appear on this device.</p>
          <p>It confirms your sign-up. There’s nothing else to do.</p>
        </Banner>
      </Outcome>
    );
  if (step.kind === 'missing')
    return (
      <Banner tone="error">
        <p>
          The notification hasn’t arrived yet. It may still come. Until then, we won’t send anything to this device.
        </p>
        <Button tone="secondary" size="small" className="mt-3" onClick={() => setStep({ kind: 'choosing' })}>
          Try again
        </Button>
      </Banner>
    );
  if (ways.data === undefined || subscription.isPending)
    return ways.isError ? (
      <NotAvailable isTrying={ways.isFetching} onRetry={ways.refetch}>
        You can’t sign up for warnings right now.
      </NotAvailable>
    ) : (
      <Loading label="Loading notification options" className="flex flex-col gap-3" count={3} each="h-12 rounded-md" />
    );
  if (ways.data.vapid_key === '' && !ways.data.mail && !ways.data.sms)
    return <p className="text-ink-soft">This site doesn’t send warnings yet.</p>;
  return (
    <WarningForm
      ways={ways.data}
      onSent={(channel, serverMessage) =>
        setStep(channel === 'push' ? { kind: 'awaiting' } : { kind: 'sent', serverMessage })
      }
    />
  );
}

/** Replaces the form, whose button had the focus: takes the focus and scrolls into view. */
function Outcome({ children }: { children: ReactNode }) {
  const outcome = useRef<HTMLDivElement>(null);
  useEffect(() => outcome.current?.focus(), []);
  return (
    <div ref={outcome} tabIndex={-1}>
      {children}
    </div>
  );
}
