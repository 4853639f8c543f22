import { useState, type FormEvent } from 'react';
import { Button } from '../../../../../ui/button.js';
import { Dialog } from '../../../../../ui/dialogs/dialog.js';
import { TextField } from '../../../../../ui/forms/field.js';

interface WarningDialogProps {
  onChoose: (event: string) => void;
  onClose: () => void;
  returnFocusTo: () => HTMLElement | null;
}

/** Returns the event id from "https://…/now/alert/KLZK.TO.W.0001.2026", "/warning/…" or the id itself. */
export function eventOf(typed: string): string | undefined {
  const [, last = typed.trim()] = /(?:^|\/)(?:now\/alert|warning)\/([^/?#\s]+)/.exec(typed.trim()) ?? [];
  return /^[\w.-]{1,100}$/.test(last) ? last : undefined;
}

export function WarningDialog({ onChoose, onClose, returnFocusTo }: WarningDialogProps) {
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<string>();

  function submit(submitted: FormEvent) {
    submitted.preventDefault();
    submitted.stopPropagation();
    const event = eventOf(typed);
    if (event === undefined) setError('Paste the address of the warning’s page, or its ID, like KLZK.TO.W.0001.2026');
    else onChoose(event);
  }

  return (
    <Dialog open onClose={onClose} title="Weather warning" returnFocusTo={returnFocusTo}>
      <form onSubmit={submit} noValidate>
        <TextField
          label="Address or ID of the warning"
          hint="Open the warning on the site and copy its address."
          placeholder="/now/alert/KLZK.TO.W.0001.2026"
          value={typed}
          error={error}
          autoComplete="off"
          data-autofocus=""
          onChange={(event) => {
            setTyped(event.target.value);
            setError(undefined);
          }}
        />
        <div className="mt-5 flex justify-end pb-1">
          <Button type="submit">Insert</Button>
        </div>
      </form>
    </Dialog>
  );
}
