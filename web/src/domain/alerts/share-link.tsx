import { Check, Link2 } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../ui/button.js';

/** Hands on the address of an alert: by the device's own sheet, else by copying it. */
export function ShareLink({ path }: { path: string }) {
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
