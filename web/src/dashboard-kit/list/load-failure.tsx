import { CloudOff } from 'lucide-react';
import { ApiError } from '../../api/api.js';
import { Button } from '../../ui/button.js';

interface LoadFailureProps {
  /** What could not be loaded, as a sentence. */
  text: string;
  error: Error | null;
  retrying: boolean;
  onRetry: () => void;
}

/** Stands where a list or figures would: what happened, why as far as is known, and a way to try again. */
export function LoadFailure({ text, error, retrying, onRetry }: LoadFailureProps) {
  const reason = error instanceof ApiError ? error.serverMessage : undefined;
  return (
    <div role="alert" className="card flex flex-col items-center px-6 py-12 text-center">
      <CloudOff aria-hidden="true" size={36} className="text-ink-soft" />
      <p className="mt-3 text-lg font-semibold">{text}</p>
      {reason && reason !== text && <p className="mt-1 text-ink-soft">{reason}</p>}
      <Button tone="secondary" className="mt-5" onClick={onRetry} busyLabel={retrying && 'Trying again…'}>
        Try again
      </Button>
    </div>
  );
}
