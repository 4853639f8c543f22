import { Check, Link2 } from 'lucide-react';
import { useState } from 'react';
import { Button } from './button.js';

interface ShareButtonProps {
  /** The address inside the site. */
  path: string;
  /** What it does: "Share this post". */
  label: string;
  /** What the receiver reads beside the link, where the device passes it on. */
  title?: string;
}

/** Hands on an address of the site: by the device's own sheet, else by copying it. */
export function ShareButton({ path, label, title }: ShareButtonProps) {
  const [copied, setCopied] = useState(false);
  async function handOn() {
    const url = new URL(path, window.location.href).href;
    if (await offeredBySheet({ url, ...(title === undefined ? {} : { title }) })) return;
    await navigator.clipboard.writeText(url);
    setCopied(true);
  }
  return (
    // Where a browser forbids copying, nothing happens: the address stands in its bar.
    <Button tone="secondary" size="small" onClick={() => void handOn().catch(() => setCopied(false))}>
      {copied ? <Check aria-hidden="true" size={16} /> : <Link2 aria-hidden="true" size={16} />}
      <span aria-live="polite">{copied ? 'Link copied' : label}</span>
    </Button>
  );
}

/** True when the device has shown its sheet; that somebody closed it again is no failure. */
async function offeredBySheet(shared: ShareData): Promise<boolean> {
  if (!('share' in navigator)) return false;
  try {
    await navigator.share(shared);
    return true;
  } catch (error) {
    return error instanceof DOMException && error.name === 'AbortError';
  }
}
