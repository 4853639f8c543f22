import { linkAddress } from '@site/proto/content/v1/rich-text.schema';
import { hiddenFault } from '@site/proto/web-address';
import { useState, type FormEvent } from 'react';
import { Button } from '../../../../../ui/button.js';
import { Dialog } from '../../../../../ui/dialogs/dialog.js';
import { TextField } from '../../../../../ui/forms/field.js';

interface LinkDialogProps {
  /** The link at the cursor; empty for a new one. */
  href: string;
  /** Whether text is selected; otherwise the address itself is inserted. */
  hasWords: boolean;
  onSet: (href: string) => void;
  onRemove: () => void;
  onClose: () => void;
  returnFocusTo: () => HTMLElement | null;
}

/** Adds `mailto:` to a bare email address. */
const completed = (typed: string) => (/^[^\s@/:]+@[^\s@/:]+$/.test(typed) ? `mailto:${typed}` : typed);

export function LinkDialog({ href, hasWords, onSet, onRemove, onClose, returnFocusTo }: LinkDialogProps) {
  const [typed, setTyped] = useState(href.replace(/^mailto:/, ''));
  const [error, setError] = useState<string>();

  function submit(event: FormEvent) {
    event.preventDefault();
    // Events bubble from the dialog to the page's form.
    event.stopPropagation();
    const address = linkAddress(completed(typed.trim()));
    if (address === undefined) {
      setError(
        hiddenFault('This address', typed) ??
          'Enter a web address, an email address or a page of this site, like /snapshots',
      );
    } else onSet(address);
  }

  return (
    <Dialog open onClose={onClose} title={href ? 'Change link' : 'Link'} returnFocusTo={returnFocusTo}>
      <form onSubmit={submit} noValidate>
        <TextField
          label="Link to"
          hint={hasWords ? undefined : 'No text is selected, so the address itself is inserted.'}
          placeholder="https://example.com"
          value={typed}
          error={error}
          inputMode="url"
          autoComplete="off"
          data-autofocus=""
          onChange={(event) => {
            setTyped(event.target.value);
            setError(undefined);
          }}
        />
        <div className="mt-5 flex flex-wrap justify-end gap-3 pb-1">
          {href && (
            <Button tone="quiet" onClick={onRemove}>
              Remove link
            </Button>
          )}
          <Button type="submit">{href ? 'Change' : 'Add link'}</Button>
        </div>
      </form>
    </Dialog>
  );
}
