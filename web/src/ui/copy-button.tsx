import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { Button } from './button.js';

/** Does nothing where the browser forbids it: the text is still readable. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const [copied, setCopied] = useState(false);
  const copy = () => navigator.clipboard.writeText(text).then(() => setCopied(true));
  return (
    <Button tone="secondary" size="small" onClick={() => void copy().catch(() => setCopied(false))}>
      {copied ? <Check aria-hidden="true" size={16} /> : <Copy aria-hidden="true" size={16} />}
      <span aria-live="polite">{copied ? 'Copied' : label}</span>
    </Button>
  );
}
