import { Check, Link2 } from 'lucide-react';
import { useState } from 'react';
import { Button } from './button.js';

interface ShareButtonProps {
  path: string;
  label: string;
  /** Sent with the link by the share sheet. */
  title?: string;
}

/** Uses the device's share sheet, else copies the URL. */
export function ShareButton({ path, label, title }: ShareButtonProps) {
  const [copied, setCopied] = useState(false);
  async function handOn() {
    const url = new URL(path, window.location.href).href;
    if (await offeredBySheet({ url, ...(title === undefined ? {} : { title }) })) return;
    await navigator.clipboard.writeText(url);
    setCopied(true);
  }
  return (
    // Does nothing where the browser forbids copying: the URL is in the address bar.
    <Button tone="secondary" size="small" onClick={() => void handOn().catch(() => setCopied(false))}>
      {copied ? <Check aria-hidden="true" size={16} /> : <Link2 aria-hidden="true" size={16} />}
      <span aria-live="polite">{copied ? 'Link copied' : label}</span>
    </Button>
  );
}

/** Whether the device showed its sheet; closing it isn't an error. */
async function offeredBySheet(shared: ShareData): Promise<boolean> {
  if (!('share' in navigator)) return false;
  try {
    await navigator.share(shared);
    return true;
  } catch (error) {
    return error instanceof DOMException && error.name === 'AbortError';
  }
}
