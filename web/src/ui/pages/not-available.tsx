import { CloudOff } from 'lucide-react';
import { Button } from '../button.js';
import { ReloadLink } from '../skeleton.js';

interface NotAvailableProps {
  /** "The photos cannot be shown right now." */
  children: string;
  detail?: string | undefined;
  isTrying: boolean;
  onRetry: () => unknown;
}

export function NotAvailable({ children, detail, isTrying, onRetry }: NotAvailableProps) {
  return (
    <div role="status" className="card flex flex-wrap items-center gap-x-5 gap-y-4 p-6">
      <CloudOff aria-hidden="true" size={32} className="shrink-0 text-ink-soft" />
      <div className="min-w-0 flex-[1_1_16rem]">
        <p className="text-lg font-semibold">{children}</p>
        {detail && <p className="text-ink-soft">{detail}</p>}
        <noscript>
          <ReloadLink /> to try again.
        </noscript>
      </div>
      <Button tone="secondary" onClick={() => void onRetry()} busyLabel={isTrying && 'Trying again…'}>
        Try again
      </Button>
    </div>
  );
}
