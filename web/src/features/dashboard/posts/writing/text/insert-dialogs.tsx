import { linkAddress } from '@site/proto/content/v1/rich-text.schema';
import type { Snapshot } from '@site/proto/submissions/v1/snapshots.answers';
import { hiddenFault } from '@site/proto/web-address';
import { useInfiniteQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { PagedList } from '../../../../../dashboard-kit/list/lists.js';
import { pagedQuery } from '../../../../../dashboard-kit/list/queries.js';
import { Button } from '../../../../../ui/button.js';
import { Dialog } from '../../../../../ui/dialogs/dialog.js';
import { TextField } from '../../../../../ui/forms/field.js';
import { StoredPicture } from '../../../../../ui/picture.js';
import { Loading } from '../../../../../ui/skeleton.js';

interface LinkDialogProps {
  href: string;
  /** Otherwise the address itself is inserted. */
  hasWords: boolean;
  onSet: (href: string) => void;
  onRemove: () => void;
  onClose: () => void;
  returnFocusTo: () => HTMLElement | null;
}

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

interface InsertDialogProps {
  onChoose: (id: string) => void;
  onClose: () => void;
  returnFocusTo: () => HTMLElement | null;
}

const photosQuery = pagedQuery<Snapshot>(['snapshots', 'to choose'], '/main/snapshots', { limit: '24' });
const grid = 'grid grid-cols-2 gap-3 sm:grid-cols-3';

export function SnapshotDialog({ onChoose, onClose, returnFocusTo }: InsertDialogProps) {
  const photos = useInfiniteQuery(photosQuery);
  return (
    <Dialog open onClose={onClose} width="photo" title="Choose a photo" returnFocusTo={returnFocusTo}>
      <PagedList
        query={photos}
        failure="We couldn’t load the photos."
        empty={<p>No photos have been approved yet.</p>}
        placeholder={<Loading label="Loading the photos" className={grid} count={3} each="aspect-4/3" />}
      >
        {(found) => (
          <ul className={grid}>
            {found.map(({ id, picture, file, first_name: first, last_name: last, location, comment }) => (
              <li key={id}>
                <button
                  type="button"
                  onClick={() => onChoose(id)}
                  className="block w-full overflow-hidden rounded-md text-left ring-1 ring-line ring-inset hover:bg-surface-raised"
                >
                  <span className="relative block aspect-4/3 overflow-hidden bg-surface-raised">
                    <StoredPicture
                      picture={picture}
                      src={file}
                      alt={comment}
                      sizes="280px"
                      className="absolute inset-0 size-full"
                    />
                  </span>
                  <span className="line-clamp-2 p-2 text-sm wrap-anywhere">
                    {first} {last}, {location}
                  </span>
                </button>
              </li>
            ))}
          </ul>
        )}
      </PagedList>
    </Dialog>
  );
}

/** Accepts "https://…/now/alert/KLZK.TO.W.0001.2026", "/warning/…" or the id itself. */
export function eventOf(typed: string): string | undefined {
  const [, last = typed.trim()] = /(?:^|\/)(?:now\/alert|warning)\/([^/?#\s]+)/.exec(typed.trim()) ?? [];
  return /^[\w.-]{1,100}$/.test(last) ? last : undefined;
}

export function WarningDialog({ onChoose, onClose, returnFocusTo }: InsertDialogProps) {
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
