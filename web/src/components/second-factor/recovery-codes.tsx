import { Download, Printer } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import * as strings from '@/strings/public-strings.js';
import { Button } from '@/ui/button.js';
import { CopyButton } from '@/ui/copy-button.js';
import { CheckboxField } from '@/ui/forms/form-fields.js';
import { saveFile } from '@/ui/save-file.js';

interface RecoveryCodesProps {
  codes: readonly string[];
  email: string | undefined;
  /** Called once the user confirms that the codes are stored. */
  onSaved: () => void;
}

export function RecoveryCodes({ codes, email, onSaved }: RecoveryCodesProps) {
  const [isSaved, setIsSaved] = useState(false);
  const [error, setError] = useState<string>();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);

  return (
    <div className="flex flex-col gap-4">
      <div className="print-alone">
        <h2 ref={heading} tabIndex={-1} className="text-lg">
          Save your recovery codes
        </h2>
        <p className="mt-1 text-ink-soft">
          If you lose your device, each code lets you sign in once. We only show them now.
        </p>
        <ol
          aria-label="Recovery codes"
          className="mt-3 grid grid-cols-[repeat(auto-fill,minmax(min(100%,16.5rem),1fr))] gap-x-4 gap-y-1.5 rounded-md bg-surface-raised px-4 py-3 font-mono"
        >
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ol>
      </div>
      <div className="flex flex-wrap gap-2">
        <CopyButton text={codes.join('\n')} label="Copy" />
        <Button
          tone="secondary"
          size="small"
          onClick={() => saveFile(new Blob([fileOf(codes, email)], { type: 'text/plain' }), 'recovery-codes.txt')}
        >
          <Download aria-hidden="true" size={16} />
          Download
        </Button>
        <Button tone="secondary" size="small" onClick={() => window.print()}>
          <Printer aria-hidden="true" size={16} />
          Print
        </Button>
      </div>
      <form
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (isSaved) onSaved();
          else setError('Save the codes first. Without them, losing your device locks you out.');
        }}
      >
        <CheckboxField
          label="I have saved these codes where I can find them."
          checked={isSaved}
          error={error}
          onChange={({ target }) => {
            setIsSaved(target.checked);
            setError(undefined);
          }}
        />
        <Button type="submit" className="w-full">
          Continue
        </Button>
      </form>
    </div>
  );
}

const fileOf = (codes: readonly string[], email: string | undefined) =>
  [
    `${strings.siteName}: recovery codes${email ? ` for ${email}` : ''}`,
    'Each code works once.',
    '',
    ...codes,
    '',
  ].join('\n');
