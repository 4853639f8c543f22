import type { Alert } from '@site/proto/weather/v1/alerts.answers';
import { Check, Link2 } from 'lucide-react';
import { useState } from 'react';
import { alertPath, plainTextPath } from './alert-path.js';
import { Button } from '../../ui/button.js';

/** What can be done with an alert: hand on the link of its event, or read it where scripts do not run. */
export function AlertActions({ alert }: { alert: Pick<Alert, 'id' | 'event_key'> }) {
  return (
    <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
      <ShareLink path={alertPath(alert)} />
      {alert.event_key && (
        <a href={plainTextPath(alert.event_key)} className="text-link">
          Text only
        </a>
      )}
    </div>
  );
}

/** Hands on the address of an alert: by the device's own sheet, else by copying it. */
function ShareLink({ path }: { path: string }) {
  const [copied, setCopied] = useState(false);
  async function copy() {
    const url = new URL(path, window.location.href).href;
    try {
      if ('share' in navigator) await navigator.share({ url });
      else {
        await (navigator as Navigator).clipboard.writeText(url);
        setCopied(true);
      }
    } catch {
      // Closing the share sheet is an error of its own; the link stays where it is.
    }
  }
  return (
    <Button tone="secondary" size="small" onClick={() => void copy()}>
      {copied ? <Check aria-hidden="true" size={16} /> : <Link2 aria-hidden="true" size={16} />}
      <span aria-live="polite">{copied ? 'Link copied' : 'Share this alert'}</span>
    </Button>
  );
}
